/** Whom one asks: people by mail, each with a link of their own, or whoever has the one open link. */
import { Link as Chain, Mail } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chips } from '../../product/recipients/chips.ts'
import { RecipientsInput } from '../../product/recipients/recipients-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { Draft } from './draft.ts'
import classes from './form.module.css'

type ChipsProps = { chips: Chips; refused: readonly string[]; error: string | null; onChange: (chips: Chips) => void }

export function PeopleInput({ chips, refused, error, onChange }: ChipsProps) {
  const { t } = useTranslation('send')
  const id = useId()
  return (
    <div className={classes.field}>
      <div className={classes.people} data-wrong={error !== null || undefined}>
        <RecipientsInput
          chips={chips}
          refused={refused}
          hasContacts
          noteId={id}
          isWrong={error !== null}
          label={t('emailAsked')}
          onChange={onChange}
        />
      </div>
      <p id={id} className={classes.note} data-wrong={error !== null || undefined} aria-live="polite">
        {error ?? (chips.skipped > 0 && t('skipped', { count: chips.skipped }))}
      </p>
    </div>
  )
}

type Props = {
  draft: Draft
  refused: readonly string[]
  error: string | null
  onChange: (some: Partial<Draft>) => void
}

export function PeopleField({ draft, refused, error, onChange }: Props) {
  const { t } = useTranslation('asking')
  return (
    <>
      <Segmented
        label={t('askBy')}
        choices={[
          { value: 'email', label: t('byEmail'), Icon: Mail },
          { value: 'link', label: t('byLink'), Icon: Chain },
        ]}
        value={draft.sendAs}
        onChoose={(sendAs) => onChange({ sendAs })}
      />
      {draft.sendAs === 'email' ? (
        <PeopleInput chips={draft.chips} refused={refused} error={error} onChange={(chips) => onChange({ chips })} />
      ) : (
        <p className={classes.text}>{t('linkText')}</p>
      )}
    </>
  )
}
