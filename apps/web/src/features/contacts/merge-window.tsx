/** Of several contacts one stays and is all of them. */
import { Button } from '@mantine/core'
import { type Contact, mergeContacts } from '@sampan/contract/routes/contacts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemLine } from './problem-line.tsx'
import { nameOf } from './queries.ts'
import classes from './windows.module.css'

type Props = { chosen: Contact[]; onDone: (text: string) => void; onClose: () => void }

export function MergeWindow({ chosen, onDone, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const [contactId, setContactId] = useState(chosen[0]!._id)
  const { problem, isAsking, ask } = useAsking()
  async function merge() {
    const contactIds = chosen.map(({ _id }) => _id).filter((id) => id !== contactId)
    const kept = chosen.find(({ _id }) => _id === contactId)!
    if (await ask(() => api.call(mergeContacts, { params: { contactId }, body: { contactIds } })))
      onDone(t('merged', { name: nameOf(kept) }))
  }
  return (
    <Dialog title={t('mergeTitle')} onClose={onClose}>
      <p className={classes.text}>{t('mergeText')}</p>
      <fieldset className={`${classes.choices} ${classes.tall}`}>
        <legend className="visually-hidden">{t('mergeTitle')}</legend>
        {chosen.map(({ _id, name, email }) => (
          <label key={_id}>
            <input type="radio" name="kept" checked={_id === contactId} onChange={() => setContactId(_id)} />
            <span>{[name, email].filter(Boolean).join(' · ')}</span>
          </label>
        ))}
      </fieldset>
      <ProblemLine problem={problem} />
      <div className={classes.buttons}>
        <Button variant="default" h={46} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button h={46} loading={isAsking} onClick={() => void merge()}>
          {t('mergeNow')}
        </Button>
      </div>
    </Dialog>
  )
}
