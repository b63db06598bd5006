/** Chosen by one press, kept at once; it goes back if the server refuses. */
import { updateProfile } from '@sampan/contract/routes/accounts'
import type { Settings } from '@sampan/contract/routes/settings'
import { type PlaceLevel, placeLevels } from '@sampan/contract/states'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../lib/problem-text.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { api } from '../../product/session/api.ts'
import { changeUser, useSession } from '../../product/session/session.ts'
import type { Change } from './change.ts'
import { Choices } from './choices.tsx'
import classes from './settings.module.css'

type Mails = Settings['downloadMails'] | 'none'
type Props = { settings: Settings; mostPlaces: PlaceLevel; onChange: Change }

export function Notices({ settings, mostPlaces, onChange }: Props) {
  const { t } = useTranslation('settings')
  const problemText = useProblemText()
  const [wished, setWished] = useState<Partial<Settings>>({})
  const [wishedMails, setWishedMails] = useState<Mails | null>(null)
  const { user } = useSession()
  const [isSaved, setSaved] = useState(false)
  const { problem, isAsking, ask } = useAsking()
  async function change(some: Partial<Settings>) {
    setWished(some)
    setSaved(false)
    setSaved(await ask(() => onChange(some)))
    setWished({})
  }
  /** Whether they come is the account's, how often its settings'. */
  async function choose(mails: Mails) {
    setWishedMails(mails)
    setSaved(false)
    const isWanted = mails !== 'none'
    const isKept = await ask(async () => {
      if (isWanted && mails !== settings.downloadMails) await onChange({ downloadMails: mails })
      if (user?.tellsDownloads !== isWanted)
        changeUser((await api.call(updateProfile, { body: { tellsDownloads: isWanted } })).user)
    })
    setSaved(isKept)
    setWishedMails(null)
  }
  const shown = { ...settings, ...wished }
  const isMore = (level: PlaceLevel) => placeLevels.indexOf(level) > placeLevels.indexOf(mostPlaces)
  return (
    <section className={classes.card}>
      <h2>{t('noticesTitle')}</h2>
      <Choices
        legend={t('noticesTitle')}
        isDisabled={isAsking}
        value={wishedMails ?? (user?.tellsDownloads === false ? 'none' : settings.downloadMails)}
        choices={[
          { value: 'each', label: t('each') },
          { value: 'daily', label: t('daily') },
          { value: 'none', label: t('noMails') },
        ]}
        onChoose={(mails) => void choose(mails)}
      />
      <h2>{t('placesTitle')}</h2>
      <p className={classes.text}>{t('placesText')}</p>
      <Choices
        legend={t('placesTitle')}
        isDisabled={isAsking}
        value={shown.places}
        choices={[...placeLevels].reverse().map((value) => ({ value, label: t(value), isDisabled: isMore(value) }))}
        onChoose={(places) => void change({ places })}
      />
      {mostPlaces !== 'city' && <p className={classes.small}>{t('placesMax')}</p>}
      <p className={classes.problem} role="alert">
        {problem !== null && problemText(problem)}
      </p>
      <p className={classes.said} role="status">
        {isSaved && t('saved')}
      </p>
    </section>
  )
}
