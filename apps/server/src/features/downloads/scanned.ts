/** What a virus scan says of files at every door to their bytes, and on their page (D9). */
import { Problem } from '@sampan/contract/errors'
import { baseName } from '@sampan/contract/rules/file-path'
import type { ScanState } from '@sampan/contract/states'
import type { Services } from '../../services.ts'
import type { HeldFile } from '../content/index.ts'
import { reportedScan } from '../transfers/index.ts'
import type { Link } from './resolve-link.ts'

type Deps = Pick<Services, 'config'>
type Of = Pick<Link, 'isArriving'>
type Scanned = Pick<HeldFile, 'scan' | 'size'>

const waitSeconds = 15

/** An installation may let nothing out before it was scanned. What arrives is scanned once all of it is there. */
const isHeld = ({ config }: Deps, { isArriving }: Of, { scan, size }: Scanned): boolean =>
  config.clamd !== null && config.scanBeforeDownload && (scan === 'waiting' || (isArriving && scan === null && size > 0))

/** Refused as a whole, with the name: whoever chooses the others gets them. */
export function requireHarmless(deps: Deps, link: Of, files: readonly (Scanned & Pick<HeldFile, 'path'>)[]): void {
  const infected = files.find(({ scan }) => scan === 'infected')
  if (infected) throw new Problem('fileInfected', { name: baseName(infected.path) })
  if (files.some((file) => isHeld(deps, link, file))) throw new Problem('fileNotScanned', {}, { retryAfterSeconds: waitSeconds })
}

export function scanOfFile(deps: Deps, link: Of, file: Scanned): { scan?: ScanState; isBlocked?: true } {
  const scan = reportedScan(deps.config, file.scan, link.isArriving)
  return { ...(scan && { scan }), ...((scan === 'infected' || isHeld(deps, link, file)) && { isBlocked: true }) }
}
