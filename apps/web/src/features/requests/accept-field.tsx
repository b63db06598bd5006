/** Which types are taken: groups at a press, and any other endings by their names. */
import { type AcceptedGroup, acceptedGroups, isGroup, readAcceptedType } from '@sampan/contract/rules/accepted-types'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/text-field.tsx'
import { Toggles } from './fields.tsx'
import classes from './form.module.css'

type Props = { accept: readonly string[]; onChange: (accept: string[]) => void }

const groupTexts = {
  image: 'typeImage',
  pdf: 'typePdf',
  document: 'typeDocument',
  spreadsheet: 'typeSpreadsheet',
  archive: 'typeArchive',
  video: 'typeVideo',
  audio: 'typeAudio',
} as const satisfies Record<AcceptedGroup, string>

const wordsIn = (text: string): string[] => text.split(/[\s,;，；、]+/).filter(Boolean)

/** "PDF, images"; nothing in particular: null. */
export function useAcceptWords(): (accept: readonly string[]) => string | null {
  const { t } = useTranslation('asking')
  return (accept) => accept.map((type) => (isGroup(type) ? t(groupTexts[type]) : type)).join(', ') || null
}

export function AcceptField({ accept, onChange }: Props) {
  const { t } = useTranslation('asking')
  const groups = accept.filter(isGroup)
  const [typed, setTyped] = useState(() => accept.filter((type) => !isGroup(type)).join(', '))
  const wrong = wordsIn(typed).filter((word) => readAcceptedType(word) === null)
  function type(text: string) {
    setTyped(text)
    const endings = wordsIn(text)
      .map(readAcceptedType)
      .filter((type) => type !== null)
    onChange([...new Set([...groups, ...endings])])
  }
  return (
    <>
      <Toggles
        legend={t('types')}
        choices={acceptedGroups.map((group) => [group, t(groupTexts[group])] as const)}
        chosen={groups}
        onChange={(chosen) => onChange([...chosen, ...accept.filter((type) => !isGroup(type))])}
      />
      <TextField
        className={classes.tight}
        label={t('endings')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder=".dwg, .step"
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        hint={accept.length === 0 ? t('typesAny') : t('typesOnly')}
        error={wrong.length > 0 && t('endingWrong', { text: wrong[0] })}
      />
    </>
  )
}
