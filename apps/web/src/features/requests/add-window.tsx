/** More people for a request that is there: each gets a mail with a link of their own. */
import { Button } from '@mantine/core'
import { isEmail } from '@sampan/contract/rules/recipients'
import { fieldText } from '@sampan/texts/errors'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { endRecipient, noChips, recipientsOf } from '../../product/recipients/chips.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { PeopleInput } from './people-field.tsx'
import type { RequestChanges } from './use-request-changes.ts'
import classes from './windows.module.css'

type Props = { changes: RequestChanges; onClose: () => void; onDone: (count: number) => void }

export function AddWindow({ changes, onClose, onDone }: Props) {
  const { t } = useTranslation('received')
  const language = useLanguage()
  const [chips, setChips] = useState(noChips)
  const { problem, wrong, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  const count = recipientsOf(chips).length
  async function submit(event: FormEvent) {
    event.preventDefault()
    const ended = endRecipient(chips)
    setChips(ended)
    if (ended.list.some((email) => !isEmail(email))) return refuse({ emailTo: 'invalidEmail' })
    if (ended.list.length === 0) return refuse({ emailTo: 'required' })
    if (await ask(() => changes.add(ended.list))) onDone(ended.list.length)
  }
  const [code] = Object.values(wrong)
  return (
    <Dialog title={t('addPeople')} closeLabel={t('closeWindow')} size={520} onClose={onClose}>
      <p className={classes.text}>{t('addText')}</p>
      <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <PeopleInput
          chips={chips}
          refused={[]}
          error={code ? fieldText(code, language) : null}
          onChange={(next) => {
            mend()
            setChips(next)
          }}
        />
        <ProblemLine problem={problem} />
        <div className={classes.buttons}>
          <Button variant="default" h={44} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" h={44} loading={isAsking}>
            {count > 0 ? t('addSend', { count }) : t('addPeople')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
