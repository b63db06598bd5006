/** What the people of the team have done (M3), for who leads it: searched, filtered, and taken along as a table. */
import { Button } from '@mantine/core'
import { searchMaxChars } from '@sampan/contract/limits'
import type { Team } from '@sampan/contract/routes/teams'
import { type LoggedAct, loggedActs } from '@sampan/contract/rules/team-log'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { nameOrEmail } from '../../lib/names.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { ListSearch } from '../../ui/list-search.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { type LogFilter, saveLog, useTeamLog } from './log-queries.ts'
import classes from './team.module.css'

const everything: LogFilter = { search: '', person: '', act: '' }

export function Log({ team }: { team: Team }) {
  const { t } = useTranslation('team')
  const [filter, setFilter] = useState(everything)
  const change = (part: Partial<LogFilter>) => setFilter((before) => ({ ...before, ...part }))
  const { problem, isAsking, ask } = useAsking()
  return (
    <section className={classes.card} aria-labelledby="log">
      <h2 id="log">{t('log')}</h2>
      <div className={classes.line}>
        <ListSearch
          value={filter.search}
          maxChars={searchMaxChars}
          label={t('logSearch')}
          clearLabel={t('logClear')}
          onChange={(search) => change({ search })}
        />
        <select
          className={classes.select}
          aria-label={t('logWho')}
          value={filter.person}
          onChange={(event) => change({ person: event.target.value })}
        >
          <option value="">{t('logEverybody')}</option>
          {team.members.map((member) => (
            <option key={member.userId} value={member.userId}>
              {nameOrEmail(member)}
            </option>
          ))}
        </select>
        <select
          className={classes.select}
          aria-label={t('logWhat')}
          value={filter.act}
          onChange={(event) => change({ act: loggedActs.find((act) => act === event.target.value) ?? '' })}
        >
          <option value="">{t('logEverything')}</option>
          {loggedActs.map((act) => (
            <option key={act} value={act}>
              {t(`logged_${act}`)}
            </option>
          ))}
        </select>
        <Button variant="default" h={44} loading={isAsking} onClick={() => void ask(() => saveLog(filter))}>
          {t('logCsv')}
        </Button>
      </div>
      <ProblemLine problem={problem} />
      <Entries team={team} filter={filter} onShowAll={() => setFilter(everything)} />
    </section>
  )
}

type EntriesProps = { team: Team; filter: LogFilter; onShowAll: () => void }

function Entries({ team, filter, onShowAll }: EntriesProps) {
  const { t } = useTranslation('team')
  const problemText = useProblemText()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useTeamLog(filter)
  const entries = data?.pages.flatMap((page) => page.entries)
  if (!entries && error)
    return (
      <p className={classes.text} role="alert">
        {problemText(error)}{' '}
        <Button variant="subtle" h={36} onClick={() => void refetch()}>
          {t('tryAgain')}
        </Button>
      </p>
    )
  if (!entries) return <p className={classes.skeleton} role="status" aria-label={t('loading')} />
  if (entries.length === 0)
    return filter.search || filter.person || filter.act ? (
      <p className={classes.text} role="status">
        {t('logNothing')}{' '}
        <Button variant="subtle" h={36} onClick={onShowAll}>
          {t('logShowAll')}
        </Button>
      </p>
    ) : (
      <p className={classes.text}>{t('logEmpty')}</p>
    )
  return (
    <>
      <ul className={classes.rows}>
        {entries.map((entry) => (
          <Entry key={entry.id} {...entry} name={nameIn(team, entry)} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" h={44} mt={12} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('logMore')}
        </Button>
      )}
    </>
  )
}

function nameIn({ members }: Team, { userId, email }: { userId: string | null; email: string }): string {
  const member = members.find((each) => each.userId === userId)
  return member ? nameOrEmail(member) : email
}

/** Stands in a sentence for what it is about. */
const place = '\u{e000}'

/** Exported for its test. */
export function Entry({ at, act, about, name }: { at: number; act: LoggedAct; about: string; name: string }) {
  const format = useFormat()
  const when = new Date(at)
  return (
    <li>
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <Said act={act} about={about} />
      </div>
      <time className={classes.role} dateTime={when.toISOString()}>
        {format.dateTime(when)}
      </time>
    </li>
  )
}

/** Where in the sentence stands what it is about, and how close to the words beside it, is the language's matter. */
function Said({ act, about }: { act: LoggedAct; about: string }) {
  const { t } = useTranslation('team')
  const [before, after] = t(`did_${act}`, { about: place }).split(place)
  if (after === undefined) return <span>{before}</span>
  // Whoever is gone has no address any more.
  if (!about) return <span>{t(`logged_${act}`)}</span>
  const said = t(`did_${act}`, { about })
  const begin = said.indexOf(about, before!.trimEnd().length)
  return (
    <span>
      {said.slice(0, begin)}
      <bdi>{about}</bdi>
      {said.slice(begin + about.length)}
    </span>
  )
}
