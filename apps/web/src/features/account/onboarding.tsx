/** Who is sending and in which language: asked of a new account once; the profile changes it later. Everything may stay empty. */
import { Button } from '@mantine/core'
import { languages } from '@sampan/contract/languages'
import type { Language } from '@sampan/contract/paths'
import { type User, updateProfile } from '@sampan/contract/routes/accounts'
import { about } from '@sampan/texts/registry/about'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeLanguage, useLanguage } from '../../lib/i18n.ts'
import { rememberLanguage } from '../../lib/language.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { api } from '../../product/session/api.ts'
import { changeUser } from '../../product/session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './onboarding.module.css'

const nameMaxChars = 200

export function Onboarding({ user }: { user: User }) {
  const { t } = useTranslation('dash')
  const [isOver, setOver] = useState(user.finished_onboarding)
  if (isOver) return null
  // Asked again the next time if this one does not get through: no reason to hold anybody up.
  const later = () => {
    setOver(true)
    api.call(updateProfile, { body: { finished_onboarding: true } }).then(
      ({ user }) => changeUser(user),
      () => {},
    )
  }
  return (
    <Dialog title={t('welcomeTitle')} onClose={later}>
      <p className={classes.text}>{t('welcomeText')}</p>
      <ProfileForm user={user} leave={{ text: t('later'), run: later }} onSaved={() => setOver(true)} />
    </Dialog>
  )
}

function useSave(onSaved: () => void) {
  const { i18n } = useTranslation()
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  async function save(fullName: string, company: string, language: Language) {
    setSaving(true)
    setError(null)
    try {
      const { user } = await api.call(updateProfile, { body: { fullName, company, language, finished_onboarding: true } })
      rememberLanguage(language)
      await changeLanguage(i18n, language)
      changeUser(user)
      onSaved()
    } catch (cause) {
      setError(cause)
      setSaving(false)
    }
  }
  return { save, isSaving, error }
}

type FormProps = {
  user: User
  /** The way out without saving. */
  leave: { text: string; run: () => void }
  onSaved: () => void
}

function ProfileForm({ user, leave, onSaved }: FormProps) {
  const { t } = useTranslation('dash')
  const problemText = useProblemText()
  const [fullName, setFullName] = useState(user.fullName)
  const [company, setCompany] = useState(user.company)
  const [language, setLanguage] = useState<Language>(useLanguage())
  const { save, isSaving, error } = useSave(onSaved)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(fullName.trim(), company.trim(), language)
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextField
        label={t('fullName')}
        autoComplete="name"
        maxLength={nameMaxChars}
        value={fullName}
        onChange={(event) => setFullName(event.target.value)}
      />
      <TextField
        label={t('company')}
        autoComplete="organization"
        maxLength={nameMaxChars}
        value={company}
        onChange={(event) => setCompany(event.target.value)}
      />
      <fieldset className={classes.languages}>
        <legend>{t('language')}</legend>
        {languages.map((each) => (
          <label key={each} lang={about[each].tag}>
            <input type="radio" name="language" checked={language === each} onChange={() => setLanguage(each)} />
            {about[each].name}
          </label>
        ))}
      </fieldset>
      {error !== null && (
        <p className={classes.error} role="alert">
          {problemText(error)}
        </p>
      )}
      <div className={classes.buttons}>
        <Button type="button" variant="default" h={46} disabled={isSaving} onClick={leave.run}>
          {leave.text}
        </Button>
        <Button type="submit" h={46} loading={isSaving}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
