/**
 * A new master key, and every blob's key wrapped anew under it. Bytes stay as they are. Each batch is one statement that may be
 * repeated, so that a killed run is simply called again.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  addMasterKey,
  keyNoticedMs,
  makeCanary,
  masterKeyFile,
  unwrapDek,
  WrongMasterKey,
  wrapDek,
  wrappingKeyOf,
} from '../../adapters/keys/keys.ts'
import { inTransaction } from '../../db/connect.ts'
import { noteAct } from '../../features/admin/index.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries.ts'

type Deps = Pick<Services, 'db' | 'masterKeys'>
export type KeyStatus = { key: number; rows: number; isHere: boolean; isNewest: boolean }
export type Rotation = { newest: number; isNew: boolean; rewrapped: number; unopened: string[] }

const perBatch = 500
const noId = '00000000-0000-0000-0000-000000000000'
const slackMs = 1_000

export async function keyStatus({ db, masterKeys }: Deps): Promise<KeyStatus[]> {
  const rows = await queries.rowsByKey(db)
  const canary = await queries.readCanary(db)
  const underCanary = canary && wrappingKeyOf(canary)
  const ids = new Set([...masterKeys.keys.keys(), ...rows.keys(), ...(underCanary ? [underCanary] : [])])
  return [...ids]
    .sort((a, b) => a - b)
    .map((key) => ({
      key,
      rows: (rows.get(key) ?? 0) + (key === underCanary ? 1 : 0),
      isHere: masterKeys.keys.has(key),
      isNewest: key === masterKeys.newest,
    }))
}

/** Goes on with a rotation that was begun, or with a key that was put there by hand; else makes the next key. */
export async function rotateKeys(deps: Deps & Pick<Services, 'clock'>, waitMs: (ms: number) => Promise<void>): Promise<Rotation> {
  const isNew = (await keyStatus(deps)).every(({ isNewest, rows }) => isNewest || rows === 0)
  const newest = isNew ? await addMasterKey(deps.masterKeys) : deps.masterKeys.newest
  const first = await rewrapAll(deps, newest)
  // Until every server knows of the key, some still wrap by the old one.
  await waitMs(await untilNoticed(deps))
  const last = await rewrapAll(deps, newest)
  await inTransaction(deps.db, async (tx) => {
    await queries.writeCanary(tx, makeCanary(deps.masterKeys))
    await noteAct(tx, 'command', { act: 'keysRotated', about: masterKeyFile(newest) }, deps.clock())
  })
  return { newest, isNew, rewrapped: first.rewrapped + last.rewrapped, unopened: last.unopened }
}

async function untilNoticed({ masterKeys: { folder, newest }, clock }: Deps & Pick<Services, 'clock'>): Promise<number> {
  const { mtimeMs } = await stat(join(folder, masterKeyFile(newest)))
  return Math.min(keyNoticedMs + slackMs, Math.max(0, mtimeMs + keyNoticedMs + slackMs - clock().getTime()))
}

/** Until none is found that opens: blobs are added meanwhile. */
async function rewrapAll({ db, masterKeys }: Deps, newest: number): Promise<{ rewrapped: number; unopened: string[] }> {
  let rewrapped = 0
  const unopened: string[] = []
  for (let after = noId; ; ) {
    const batch = await queries.notUnder(db, newest, after, perBatch)
    const changes = batch.flatMap(({ id, wrappedKey }) => {
      const to = wrapAnew(masterKeys, id, wrappedKey)
      if (!to) unopened.push(id)
      return to ? [{ id, from: wrappedKey, to }] : []
    })
    if (changes.length) rewrapped += await queries.replaceKeys(db, changes)
    if (batch.length < perBatch) return { rewrapped, unopened }
    after = batch.at(-1)!.id
  }
}

/** Null where its own key is missing or does not fit: such a row is left for the day when the key is found. */
function wrapAnew(masterKeys: Deps['masterKeys'], id: string, wrapped: Buffer): Buffer | null {
  try {
    return wrapDek(masterKeys, id, unwrapDek(masterKeys, id, wrapped))
  } catch (error) {
    if (error instanceof WrongMasterKey) return null
    throw error
  }
}
