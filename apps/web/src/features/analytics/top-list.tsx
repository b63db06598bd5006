/** A list by name, the most downloaded first: ten, then more, or what is searched for. */
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import classes from './analytics.module.css'
import lists from './lists.module.css'
import { Measure } from './shares.tsx'

export type Named = { key: string; name: ReactNode; hint?: string | undefined; downloads: number }
type Answer = {
  data: { rows: readonly unknown[]; matchCount: number } | undefined
  isError: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}
export type Listing = { search: string; limit: number }
type Props = {
  title: string
  searchLabel: string
  rows: readonly Named[]
  answer: Answer
  listing: Listing
  onChange: (listing: Listing) => void
}

export const firstRows = 10
const maxRows = 200
const typingMs = 250

export function TopList({ title, searchLabel, rows, answer, listing, onChange }: Props) {
  const { data, isPlaceholderData } = answer
  const max = Math.max(1, ...rows.map(({ downloads }) => downloads))
  const isSearched = listing.search !== '' || (data?.matchCount ?? 0) > firstRows
  return (
    <section className={classes.card} aria-label={title} aria-busy={!data}>
      <header className={classes.cardHead}>
        <h2>{title}</h2>
      </header>
      {isSearched && <SearchField label={searchLabel} onSearch={(search) => onChange({ search, limit: firstRows })} />}
      <ul className={lists.rows} data-old={isPlaceholderData || undefined}>
        {rows.map((row) => (
          <Row key={row.key} row={row} max={max} />
        ))}
        {!data && !answer.isError && skeletons.map((skeleton) => <li key={skeleton} className={lists.rowSkeleton} />)}
      </ul>
      <Foot answer={answer} listing={listing} shown={rows.length} onChange={onChange} />
    </section>
  )
}

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f']

function Row({ row: { name, hint, downloads }, max }: { row: Named; max: number }) {
  const format = useFormat()
  return (
    <li className={lists.row}>
      <span className={lists.name}>
        {name}
        {hint && <span className={lists.hint}>{hint}</span>}
      </span>
      <span className={lists.number}>{format.number(downloads)}</span>
      <Measure part={downloads / max} />
    </li>
  )
}

type FootProps = Pick<Props, 'answer' | 'listing' | 'onChange'> & { shown: number }

function Foot({ answer: { data, isError, isFetching, refetch }, listing, shown, onChange }: FootProps) {
  const { t } = useTranslation('analytics')
  const format = useFormat()
  if (isError && !data)
    return (
      <p className={classes.nothing} role="alert">
        {t('listFailed')}{' '}
        <button type="button" className={classes.plain} disabled={isFetching} onClick={() => void refetch()}>
          {t('tryAgain')}
        </button>
      </p>
    )
  if (!data) return null
  if (data.matchCount === 0)
    return (
      <p className={classes.nothing} role="status">
        {listing.search ? t('nothingFound', { search: listing.search }) : t('quietTitle')}
      </p>
    )
  if (data.matchCount <= firstRows) return null
  return (
    <p className={classes.foot}>
      {t('shownOf', { shown: format.number(shown), all: format.number(data.matchCount) })}
      {shown < data.matchCount && shown < maxRows && (
        <button
          type="button"
          className={classes.plain}
          disabled={isFetching}
          onClick={() => onChange({ ...listing, limit: Math.min(maxRows, listing.limit * 5) })}
        >
          {t('more')}
        </button>
      )}
    </p>
  )
}

function SearchField({ label, onSearch }: { label: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const search = useEffectEvent(onSearch)
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => search(typed.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <label className={lists.search}>
      <Search size={16} strokeWidth={1.75} aria-hidden="true" />
      <input
        type="search"
        maxLength={200}
        value={typed ?? ''}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
      />
    </label>
  )
}
