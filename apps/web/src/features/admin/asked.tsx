/** What stands on an operator's page until there is an answer, and where there is none. */
import { Button } from '@mantine/core'
import { accountSecurityPath, secondStepHash } from '@sampan/contract/paths'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isProblem } from '../../lib/is-problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import action from '../../ui/action.module.css'
import { ListFailed, ListState } from '../../ui/list-state.tsx'
import { Toasts } from '../../ui/toasts.tsx'
import classes from './admin.module.css'
import type { useAct } from './use-act.ts'

type Query<T> = { data: T | undefined; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }

export function Asked<T>({ query, children }: { query: Query<T>; children: (data: T) => ReactNode }) {
  const { t } = useTranslation('admin')
  const problemText = useProblemText()
  const { data, error, isFetching, refetch } = query
  if (isProblem(error, 'operatorUnsecured'))
    return (
      <ListState isCard drawing="password" title={t('unsecuredTitle')} text={problemText(error)}>
        <Link className={action.action} to={accountSecurityPath + secondStepHash}>
          {t('toSecurity')}
        </Link>
      </ListState>
    )
  if (data !== undefined) return children(data)
  if (error)
    return (
      <ListFailed
        isCard
        title={t('failed')}
        error={error}
        tryAgain={t('tryAgain')}
        isTrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return <section className={classes.skeleton} aria-busy="true" aria-label={t('loading')} />
}

type Pages<T> = {
  data: { pages: readonly { rows: readonly T[] }[] } | undefined
  error: unknown
  isFetching: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
  refetch: () => Promise<unknown>
  fetchNextPage: () => Promise<unknown>
}

/** The same of a list that goes on at a press. */
export function AskedPages<T extends { _id: string }>({
  query,
  empty,
  children,
}: {
  query: Pages<T>
  empty: ReactNode
  children: (row: T) => ReactNode
}) {
  const { t } = useTranslation('admin')
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  return (
    <Asked query={query}>
      {({ pages }) => {
        const rows = [...new Map(pages.flatMap((page) => page.rows).map((row) => [row._id, row])).values()]
        if (rows.length === 0) return empty
        return (
          <>
            <ul className={classes.list}>{rows.map(children)}</ul>
            {hasNextPage && (
              <Button variant="default" h={44} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('more')}
              </Button>
            )}
          </>
        )
      }}
    </Asked>
  )
}

/** What an act has come to, for everybody who looks or listens. */
export function ActToasts({ acts }: { acts: ReturnType<typeof useAct> }) {
  const { t } = useTranslation('admin')
  return <Toasts toasts={acts.toasts} closeLabel={t('close')} onClose={acts.close} />
}
