import type { Config } from './config/config.ts'

/** More than the database keeps for itself (db/embedded-postgres/reserve): what it gives up when the disk is full, parts do not take. */
const databaseBytes = 64_000_000

/** Below this much free disk parts are refused, and the disk is told to be full; at `LOW_WATER_BYTES=0` never before it is. */
export const minFreeBytes = ({ lowWaterBytes }: Pick<Config, 'lowWaterBytes'>): number => Math.min(lowWaterBytes, databaseBytes)
