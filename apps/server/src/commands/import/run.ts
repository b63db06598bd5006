/** The whole of an import: accounts, shares, requests. Called again it goes on where it was broken off. */
import { importedIds } from '../../features/imports/index.ts'
import { ownerOf, staysOf } from './owned.ts'
import { bringPeople, type Person } from './people.ts'
import type { Line, Report } from './report.ts'
import { bringRequest } from './requests.ts'
import { bringShare, type Needs } from './shares.ts'
import type { SourceRequest, SourceShare } from './source.ts'

type Options = Needs & { isTold: boolean; nobodys: Person | undefined; log: (line: string) => void }

const kindOf = (given: SourceShare | SourceRequest): 'share' | 'request' => ('files' in given ? 'share' : 'request')

/** `report` is filled as it goes on, so that it can be told of an import that breaks off. */
export async function runImport(options: Options, report: Report): Promise<void> {
  const { services, source, nobodys, log } = options
  const { people, lines } = await bringPeople(services, source.users, options)
  report.lines.push(...lines)
  const known = await importedIds(services.db, source.product)
  const all = [...source.shares, ...source.requests]
  for (const [index, given] of all.entries()) {
    log(`${index + 1} of ${all.length}: ${given.label}`)
    const line = { kind: kindOf(given), name: given.label }
    const owner = ownerOf(people, given, nobodys)
    const stays = staysOf(given, owner, services.clock())
    if (known.has(given.sourceId)) report.lines.push({ ...line, outcome: 'known', notes: [], isTrouble: false })
    else if (stays || !owner) report.lines.push(stayed(line, stays))
    else if ('files' in given) {
      const brought = await bringShare(options, given, owner)
      report.lines.push(...brought.lines)
      report.files += brought.files
      report.bytes += brought.bytes
    } else report.lines.push(await bringRequest(options, given, owner))
  }
}

const stayed = (line: Pick<Line, 'kind' | 'name'>, stays: ReturnType<typeof staysOf>): Line => ({
  ...line,
  outcome: 'stays',
  notes: stays ? [stays.because] : [],
  isTrouble: stays?.isTrouble ?? true,
})
