/** Who downloads what, when and where (T4): figures, charts, the map, and lists; one range and one country narrow them all. */
import { type DayRange, dayOf } from '@sampan/contract/rules/day-range'
import { X } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { ListFailed, ListStale } from '../../ui/list-state.tsx'
import { Toasts, useToasts } from '../../ui/toasts.tsx'
import { useNow } from '../../ui/use-now.ts'
import classes from './analytics.module.css'
import { ChartCard } from './chart-card.tsx'
import { CsvMenu } from './csv-menu.tsx'
import { useCountryName, useDays } from './days.ts'
import { Empty } from './empty.tsx'
import { Figures } from './figures.tsx'
import { Places } from './places.tsx'
import { type Figures as Answer, type FiguresQuery, useFigures } from './queries.ts'
import { Quiet } from './quiet.tsx'
import { RangeChoice } from './range-choice.tsx'
import { seriesOf } from './series.ts'
import { Shares } from './shares.tsx'
import { TopRecipients, TopTransfers } from './top-lists.tsx'
import { paramsOf, rangeOf, type View, viewOf } from './view.ts'

const clockMs = 60_000

/** What is chosen is shown at once, and holds for what is chosen next: the address comes after it a moment later. */
function useView(): [View, (part: Partial<View>) => void] {
  const [params, setParams] = useSearchParams()
  const ofAddress = useMemo(() => viewOf(params), [params])
  const [wanted, setWanted] = useState<View | null>(null)
  const view = wanted ?? ofAddress
  const latest = useRef(view)
  latest.current = view
  useEffect(() => {
    if (wanted && paramsOf(wanted).toString() === params.toString()) setWanted(null)
  }, [wanted, params])
  const change = useCallback(
    (part: Partial<View>) => {
      latest.current = { ...latest.current, ...part }
      setWanted(latest.current)
      setParams(paramsOf(latest.current), { replace: true, preventScrollReset: true })
    },
    [setParams],
  )
  return [view, change]
}

export function Analytics({ sendPath }: { sendPath: string }) {
  const { t } = useTranslation('analytics')
  const [view, change] = useView()
  const today = dayOf(new Date(useNow(clockMs)))
  const range = useMemo(() => rangeOf(view.period, new Date(`${today}T12:00:00Z`)), [view.period, today])
  const asked = useMemo(() => ({ ...range, country: view.country }), [range, view.country])
  const answer = useFigures(asked, view.compares)
  const toasts = useToasts()
  usePageTitle(t('title'))
  const { data, isError, isFetching } = answer
  const retry = () => void answer.refetch()
  const isEmpty = data?.hasSent === false
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1 tabIndex={-1}>{t('title')}</h1>
          <p>{t('lead')}</p>
        </div>
        {data && !isEmpty && (
          <div className={classes.csv}>
            <CsvMenu asked={asked} toasts={toasts} />
          </div>
        )}
      </header>
      {isEmpty && <Empty sendPath={sendPath} />}
      {!isEmpty && <RangeChoice view={view} range={range} onChange={change} />}
      {!isEmpty && view.country && <ChosenCountry code={view.country} onClear={() => change({ country: null })} />}
      {isError && !data && (
        <ListFailed
          isCard
          title={t('failedTitle')}
          error={answer.error}
          tryAgain={t('tryAgain')}
          isTrying={isFetching}
          onRetry={retry}
        />
      )}
      {isError && data && <ListStale isCard text={t('stale')} tryAgain={t('tryAgain')} isTrying={isFetching} onRetry={retry} />}
      {!isEmpty && !(isError && !data) && (
        <Found data={data ?? null} isOld={answer.isPlaceholderData} {...{ view, range, asked, change }} />
      )}
      <Toasts toasts={toasts.toasts} closeLabel={t('close')} onClose={toasts.close} />
    </div>
  )
}

function ChosenCountry({ code, onClear }: { code: string; onClear: () => void }) {
  const { t } = useTranslation('analytics')
  const nameOf = useCountryName()
  return (
    <p className={classes.chosen} role="status">
      <span>{t('chosenCountry', { country: nameOf(code) })}</span>
      <button type="button" onClick={onClear}>
        <X size={16} strokeWidth={2} aria-hidden="true" />
        {t('allCountries')}
      </button>
    </p>
  )
}

type FoundProps = {
  data: Answer | null
  /** Of the view before, until the next one is here. */
  isOld: boolean
  view: View
  range: DayRange
  asked: FiguresQuery
  change: (part: Partial<View>) => void
}

function Found({ data, isOld, view, range, asked, change }: FoundProps) {
  const { t } = useTranslation('analytics')
  const days = useDays()
  return (
    <div className={classes.found} data-old={isOld || undefined} aria-busy={!data || isOld}>
      <span className="visually-hidden" role="status">
        {!data ? t('loading') : isOld ? t('updating') : t('from_to', { from: days.long(range.from), to: days.long(range.to) })}
      </span>
      <Figures figures={data} country={view.country} />
      {data ? <Downloads data={data} view={view} change={change} /> : <div className={classes.skeleton} data-tall />}
      {data ? (
        <Places countries={data.countries} chosen={view.country} onChoose={(country) => change({ country })} />
      ) : (
        <div className={classes.skeleton} data-tall />
      )}
      <div className={classes.columns}>
        <TopTransfers asked={asked} />
        <TopRecipients asked={asked} />
        {data ? <Parts data={data} /> : <div className={classes.skeleton} />}
      </div>
      {data && <Sending data={data} isNarrowed={view.country !== null} />}
    </div>
  )
}

function Downloads({ data, view, change }: Pick<FoundProps, 'view' | 'change'> & { data: Answer }) {
  const { t } = useTranslation('analytics')
  const format = useFormat()
  const nameOf = useCountryName()
  const country = view.country && nameOf(view.country)
  const { days, previous, totals } = data
  const series = seriesOf(days, ({ downloads }) => downloads, 'sum', previous?.days.map(({ downloads }) => downloads) ?? 'none')
  const isQuiet = totals.downloads === 0 && !previous?.totals.downloads
  const canWiden = typeof view.period === 'string' && view.period !== '365'
  return (
    <ChartCard
      title={country ? t('downloadsOverTimeIn', { country }) : t('downloadsOverTime')}
      label={t('downloads')}
      series={series}
      kind="line"
      format={format.number}
      hasBefore={previous !== null}
    >
      {isQuiet && (
        <Quiet
          text={country ? t('quietCountry', { country }) : t('quietText')}
          onWiden={canWiden ? () => change({ period: '365' }) : null}
        />
      )}
    </ChartCard>
  )
}

function Parts({ data: { kinds, devices } }: { data: Answer }) {
  const { t } = useTranslation('analytics')
  const ofKinds = kinds.map(({ kind, downloads }) => ({ key: kind, name: t(`kind_${kind}`), downloads }))
  const ofDevices = devices.map(({ device, downloads }) => ({ key: device, name: t(`device_${device}`), downloads }))
  return (
    <>
      <Shares title={t('kinds')} rows={ofKinds} nothing={t('quietTitle')} />
      <Shares title={t('devices')} rows={ofDevices} nothing={t('quietTitle')} />
    </>
  )
}

/** Neither knows of countries. */
function Sending({ data: { days, previous }, isNarrowed }: { data: Answer; isNarrowed: boolean }) {
  const { t } = useTranslation('analytics')
  const format = useFormat()
  const note = isNarrowed ? t('ofAllCountries') : undefined
  const sent = seriesOf(days, ({ sent }) => sent, 'sum', previous?.days.map(({ sent }) => sent) ?? 'none')
  const storage = seriesOf(days, ({ usedBytes }) => usedBytes, 'last', 'none')
  const hasStorage = storage.points.filter(({ value }) => value !== null).length > 1
  return (
    <div className={classes.columns}>
      <ChartCard
        title={t('sentOverTime')}
        note={note}
        label={t('sent')}
        series={sent}
        kind="bars"
        tone="quiet"
        format={format.number}
      />
      <ChartCard
        title={t('storageOverTime')}
        note={note}
        label={t('storageOverTime')}
        series={storage}
        kind="line"
        tone="quiet"
        format={format.bytes}
      >
        {!hasStorage && <p className={classes.nothing}>{t('noStorageYet')}</p>}
      </ChartCard>
    </div>
  )
}
