/** Name, company, picture and language. */
import { Button } from '@mantine/core'
import { languages } from '@sampan/contract/languages'
import type { Language } from '@sampan/contract/paths'
import { type User, updateProfile } from '@sampan/contract/routes/accounts'
import { about } from '@sampan/texts/registry/about'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeLanguage, useLanguage } from '../../lib/i18n.ts'
import { rememberLanguage } from '../../lib/language.ts'
import { useUnsaved } from '../../lib/unsaved.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { changeUser } from '../../product/session/session.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { OwnPicture } from './own-picture.tsx'
import classes from './profile.module.css'

const nameMaxChars = 200
/** What was touched; the account's own words show through the rest. */
type Typed = Partial<{ fullName: string; company: string; language: Language }>

const whatDiffers = (typed: Typed, sent: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== sent[name as keyof Typed]))

export function You({ user }: { user: User }) {
  const { t } = useTranslation('profile')
  return (
    <section className={classes.card} aria-labelledby="you">
      <h2 id="you">{t('youTitle')}</h2>
      <p className={classes.text}>{t('youText')}</p>
      <OwnPicture user={user} />
      <YouForm user={user} />
    </section>
  )
}

function YouForm({ user }: { user: User }) {
  const { t, i18n } = useTranslation('profile')
  const shown = useLanguage()
  const [typed, setTyped] = useState<Typed>({})
  const { fullName = user.fullName, company = user.company, language = shown } = typed
  const [isSaved, setSaved] = useState(false)
  const { problem, isAsking, ask } = useAsking()
  useUnsaved(fullName.trim() !== user.fullName.trim() || company.trim() !== user.company.trim() || language !== shown)
  const change = (part: Typed) => {
    setSaved(false)
    setTyped({ ...typed, ...part })
  }
  async function save(event: FormEvent) {
    event.preventDefault()
    setSaved(false)
    const done = await ask(async () => {
      const body = { fullName: fullName.trim(), company: company.trim(), language }
      const { user } = await api.call(updateProfile, { body })
      rememberLanguage(language)
      await changeLanguage(i18n, language)
      changeUser(user)
    })
    setSaved(done)
    // What is saved shows through again, whoever changes it next.
    if (done) setTyped((now) => whatDiffers(now, typed))
  }
  return (
    <form className={classes.form} onSubmit={save}>
      <div className={classes.fields}>
        <TextField
          label={t('fullName')}
          autoComplete="name"
          maxLength={nameMaxChars}
          value={fullName}
          onChange={(event) => change({ fullName: event.target.value })}
        />
        <TextField
          label={t('company')}
          autoComplete="organization"
          maxLength={nameMaxChars}
          value={company}
          onChange={(event) => change({ company: event.target.value })}
        />
      </div>
      <fieldset className={classes.languages}>
        <legend>{t('language')}</legend>
        {languages.map((each) => (
          <label key={each} lang={about[each].tag}>
            <input type="radio" name="language" checked={language === each} onChange={() => change({ language: each })} />
            {about[each].name}
          </label>
        ))}
      </fieldset>
      <p className={classes.text}>{t('languageText')}</p>
      <ProblemLine problem={problem} />
      <p className={classes.said} role="status">
        {isSaved && t('saved')}
      </p>
      <div className={classes.buttons}>
        <Button type="submit" h={46} loading={isAsking}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
