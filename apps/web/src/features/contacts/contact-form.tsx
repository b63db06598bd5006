/** A contact is written down, or changed. */
import { Button } from '@mantine/core'
import { contactsLimits } from '@sampan/contract/limits'
import { addContact, type Contact, type ContactGroup, changeContact } from '@sampan/contract/routes/contacts'
import { fieldText } from '@sampan/texts/errors'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { isProblem } from '../../lib/is-problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LanguageField } from '../../ui/language-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ProblemLine } from './problem-line.tsx'
import classes from './windows.module.css'

type Props = { contact?: Contact; groups: readonly ContactGroup[]; onDone: () => void; onClose: () => void }
const { nameChars, noteChars } = contactsLimits

export function ContactForm({ contact, groups, onDone, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const language = useLanguage()
  const problemText = useProblemText()
  const noteId = useId()
  const [words, setWords] = useState({
    email: contact?.email ?? '',
    name: contact?.name ?? '',
    company: contact?.company ?? '',
    note: contact?.note ?? '',
  })
  const [spoken, setSpoken] = useState(contact?.language ?? null)
  const [groupIds, setGroupIds] = useState(contact?.groupIds ?? [])
  const { problem, wrong, isAsking, ask, mend } = useAsking({ hasFields: true })
  const isTwice = isProblem(problem, 'contactTwice')
  async function save(event: FormEvent) {
    event.preventDefault()
    const body = { ...words, language: spoken, groupIds }
    const done = await ask(() =>
      contact ? api.call(changeContact, { params: { contactId: contact._id }, body }) : api.call(addContact, { body }),
    )
    if (done) onDone()
  }
  const field = (name: 'email' | 'name' | 'company') => (
    <TextField
      label={t(name)}
      name={name}
      autoComplete="off"
      maxLength={name === 'email' ? 320 : nameChars}
      {...(name === 'email' && { inputMode: 'email', autoCapitalize: 'none', spellCheck: false, required: true })}
      value={words[name]}
      onChange={(event) => {
        setWords({ ...words, [name]: event.target.value })
        mend()
      }}
      error={wrong[name] ? fieldText(wrong[name], language) : name === 'email' && isTwice && problemText(problem)}
    />
  )
  const toggle = (id: string) => setGroupIds(groupIds.includes(id) ? groupIds.filter((each) => each !== id) : [...groupIds, id])
  return (
    <Dialog title={t(contact ? 'editTitle' : 'newTitle')} onClose={onClose}>
      <form className={classes.form} onSubmit={save} noValidate>
        {field('email')}
        {field('name')}
        {field('company')}
        <LanguageField label={t('language')} unsaid={t('languageUnsaid')} value={spoken} onChange={setSpoken} />
        <label htmlFor={noteId} className={classes.label}>
          {t('note')}
        </label>
        <textarea
          id={noteId}
          className={classes.area}
          rows={3}
          maxLength={noteChars}
          value={words.note}
          onChange={(event) => setWords({ ...words, note: event.target.value })}
        />
        {groups.length > 0 && (
          <fieldset className={classes.choices}>
            <legend>{t('groups')}</legend>
            {groups.map(({ _id, name }) => (
              <label key={_id}>
                <input type="checkbox" checked={groupIds.includes(_id)} onChange={() => toggle(_id)} />
                <span>{name}</span>
              </label>
            ))}
          </fieldset>
        )}
        <ProblemLine problem={isTwice ? null : problem} />
        <div className={classes.buttons}>
          <Button variant="default" h={46} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" h={46} loading={isAsking}>
            {t(contact ? 'save' : 'add')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
