/** What a test of simulated histories puts in the place of modules: chance, files, signatures that are waited for, and smaller limits. */
import type * as limits from '@sampan/contract/limits'
import { counted } from './quiet.ts'

const KiB = 1024

/** The same rules in a small world: what takes gigabytes outside takes a megabyte here. */
export const smallLimits = (real: typeof limits): typeof limits =>
  ({
    ...real,
    rewriteSlackBytes: 256 * KiB,
    packing: { smallFileBytes: 512 * KiB, sharedBlobBytes: 1024 * KiB },
    parts: {
      ...real.parts,
      floorBytes: { 'slow-2g': 16 * KiB, '2g': 32 * KiB, '3g': 64 * KiB, '4g': 128 * KiB },
      afterThirdTryBytes: 64 * KiB,
      afterFifthTryBytes: 32 * KiB,
      grownBytes: 256 * KiB,
      inFlightBytes: 1024 * KiB,
    },
  }) as unknown as typeof limits

/** Signatures are made by threads of their own. */
export function countedJose(real: any): any {
  class SignJWT extends real.SignJWT {
    sign(...args: unknown[]): Promise<string> {
      return counted(super.sign(...args))
    }
  }
  return { ...real, SignJWT, jwtVerify: (...args: unknown[]) => counted(real.jwtVerify(...args)) }
}

export const noWatch = () => ({ watchSilence: () => ({ add: () => {}, stop: () => {} }) })
