/** The loaded pages of one list, as values: a row taken out, put back or changed, before the server has said so. */
import { pageRows } from '@sampan/contract/limits'
import type { getQs, TransferFilter, TransferRecord, TransferSort } from '@sampan/contract/routes/dashboard'
import type { RouteReply } from '@sampan/contract/routes/route'

export type TransferPage = RouteReply<typeof getQs>
/** By page number; only those that were looked at are there. */
export type Pages = ReadonlyMap<number, TransferPage>
/** `by`: whose of the team; empty: everybody's. */
export type View = { filter: TransferFilter; search: string; sort: TransferSort; by: string }

const size = pageRows.first

export const pageOfRow = (index: number): number => Math.floor(index / size)

/** The row of a list at a place, or undefined while its page is not here. */
export const rowAt = (pages: Pages, index: number): TransferRecord | undefined =>
  pages.get(pageOfRow(index))?.allDocs[index % size]

type Counts = Pick<
  TransferPage,
  'matchCount' | 'allCount' | 'activeCount' | 'expiredCount' | 'closedCount' | 'thisMonthsTransfers'
>

const isInMonth = (at: number, now: Date): boolean => at >= Date.UTC(now.getUTCFullYear(), now.getUTCMonth())

const closed: readonly TransferRecord['status'][] = ['disabled', 'limitReached', 'takenDown']

/** One more or one less of what this row counts for; months begin in UTC as the plans' do. */
function countsWith(page: TransferPage, { status, dateSent }: TransferRecord, step: 1 | -1, now: Date): Counts {
  const add = (count: number, isCounted = true) => (isCounted ? Math.max(0, count + step) : count)
  return {
    matchCount: add(page.matchCount),
    allCount: add(page.allCount),
    activeCount: add(page.activeCount, status === 'active' || status === 'uploading'),
    expiredCount: add(page.expiredCount, status === 'expired'),
    closedCount: add(page.closedCount ?? 0, closed.includes(status)),
    thisMonthsTransfers: add(page.thisMonthsTransfers, isInMonth(dateSent, now)),
  }
}

/** Pages that follow each other without a gap. */
function runsOf(pages: Pages): number[][] {
  const runs: number[][] = []
  for (const number of [...pages.keys()].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && run.at(-1) === number - 1) run.push(number)
    else runs.push([number])
  }
  return runs
}

/** Applies a change to the rows of every run; what no longer fits its last page falls off and is asked for again. */
function withRuns(pages: Pages, change: (rows: TransferRecord[]) => TransferRecord[]): Map<number, TransferPage> {
  const next = new Map<number, TransferPage>()
  for (const run of runsOf(pages)) {
    const rows = change(run.flatMap((number) => pages.get(number)!.allDocs))
    run.forEach((number, i) => {
      next.set(number, { ...pages.get(number)!, allDocs: rows.slice(i * size, (i + 1) * size) })
    })
  }
  return next
}

const recount = (pages: Pages, row: TransferRecord, step: 1 | -1, now: Date): Map<number, TransferPage> =>
  new Map([...pages].map(([number, page]) => [number, { ...page, ...countsWith(page, row, step, now) }]))

export const hasRow = (pages: Pages, id: string): boolean =>
  [...pages.values()].some(({ allDocs }) => allDocs.some(({ _id }) => _id === id))

/** The rows below move up, so that no gap opens while the server is asked. */
export function withoutRow(pages: Pages, row: TransferRecord, now: Date): Map<number, TransferPage> {
  const left = withRuns(pages, (rows) => rows.filter(({ _id }) => _id !== row._id))
  return recount(left, row, -1, now)
}

/** Back to its place, newest first, if that is among the pages. */
export function withRow(pages: Pages, row: TransferRecord, now: Date): Map<number, TransferPage> {
  if (hasRow(pages, row._id)) return new Map(pages)
  const isFirstRun = pages.has(0)
  const put = (rows: TransferRecord[]) => {
    const place = rows.findIndex(({ dateSent }) => dateSent < row.dateSent)
    if (place > 0 || (place === 0 && isFirstRun)) return [...rows.slice(0, place), row, ...rows.slice(place)]
    return place < 0 && rows.length % size !== 0 ? [...rows, row] : rows
  }
  const filled = isFirstRun && pages.get(0)!.allDocs.length === 0
  return recount(withRuns(pages, filled ? () => [row] : put), row, 1, now)
}

export const withRecord = (pages: Pages, row: TransferRecord): Map<number, TransferPage> =>
  new Map(
    [...pages].map(([number, page]) => [
      number,
      { ...page, allDocs: page.allDocs.map((each) => (each._id === row._id ? row : each)) },
    ]),
  )
