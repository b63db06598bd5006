import type { ScanState } from '@sampan/contract/states'
import type { Config } from '../../config/config.ts'

/** To both sides alike (D9): null where there is no scanner, but that something was found is told in any case. What nobody has looked at is `failed`, never clean. */
export function reportedScan({ clamd }: Pick<Config, 'clamd'>, scan: ScanState | null, isArriving: boolean): ScanState | null {
  if (scan === 'infected') return scan
  return clamd && (scan ?? (isArriving ? 'waiting' : 'failed'))
}
