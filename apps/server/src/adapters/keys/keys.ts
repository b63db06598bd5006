/** The keys that wrap every blob's data key: numbered, in files; the newest encrypts, the older ones only decrypt. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { createKey, KEY_BYTES, readKey, readKeyNow } from './key-files.ts'

/** Grows while the server runs: a key that is added to the folder is taken up without a new start. */
export type MasterKeys = {
  newest: number
  keys: Map<number, Buffer>
  readonly folder: string
  /** Goes on evenly, whatever the clock is set to. */
  readonly steadyMs: () => number
}

/** A master key is wrong or missing: nothing stored can be read, so the server must not start. The message is for the operator. */
export class WrongMasterKey extends Error {
  override name = 'WrongMasterKey'
}

const sinceStart = (): number => performance.now()
const CIPHER = 'aes-256-gcm'
const FORMAT = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** format(1) || key id(4) || nonce(12) || data key(32) || tag(16) */
const HEAD_BYTES = 1 + 4 + NONCE_BYTES
const WRAPPED_BYTES = HEAD_BYTES + KEY_BYTES + TAG_BYTES
const CANARY = { blobId: 'canary', text: Buffer.from('This text opens by the right key') }

/**
 * Reads `master-<n>.key` of the folder. Makes the first one unless `mayCreate` is false: say so when data exists (a canary is
 * stored), so that a lost folder is told instead of replaced.
 */
export async function loadMasterKeys(keysDir: string, { mayCreate = true, steadyMs = sinceStart } = {}): Promise<MasterKeys> {
  const ids = await keyIds(keysDir)
  if (ids.length === 0) {
    if (!mayCreate)
      throw new WrongMasterKey(`No master key in ${keysDir}, but data that needs one. Restore the folder from your backup.`)
    return { newest: 1, keys: new Map([[1, await createKey(keysDir, masterKeyFile(1))]]), folder: keysDir, steadyMs }
  }
  const keys = new Map<number, Buffer>()
  for (const id of ids) {
    const key = await readKey(keysDir, masterKeyFile(id))
    if (key) keys.set(id, key)
  }
  return { newest: Math.max(...keys.keys()), keys, folder: keysDir, steadyMs }
}

/** Makes the next key, which encrypts from now on. */
export async function addMasterKey(masterKeys: MasterKeys): Promise<number> {
  const id = masterKeys.newest + 1
  masterKeys.keys.set(id, await createKey(masterKeys.folder, masterKeyFile(id)))
  masterKeys.newest = id
  return id
}

/** Within this time every running server has taken up a key that was added to its folder. */
export const keyNoticedMs = 5_000
const lookedAt = new WeakMap<MasterKeys, number>()

/** Before something new is wrapped: else a busy server would go on with an old key for ever. */
function lookForNewer(masterKeys: MasterKeys): void {
  const now = masterKeys.steadyMs()
  const last = lookedAt.get(masterKeys)
  if (last !== undefined && now - last < keyNoticedMs) return
  lookedAt.set(masterKeys, now)
  try {
    while (lookUp(masterKeys, masterKeys.newest + 1));
  } catch {
    // A file that is being copied there by hand is not whole yet.
  }
}

/** The key, read from the folder if it was added since the start. */
function lookUp(masterKeys: MasterKeys, id: number): Buffer | undefined {
  const known = masterKeys.keys.get(id) ?? readKeyNow(masterKeys.folder, masterKeyFile(id))
  if (!known) return undefined
  masterKeys.keys.set(id, known)
  masterKeys.newest = Math.max(masterKeys.newest, id)
  return known
}

/** The data key, sealed for this blob: the row of another blob cannot use it. */
export function wrapDek(masterKeys: MasterKeys, blobId: string, dek: Buffer): Buffer {
  if (dek.length !== KEY_BYTES) throw new RangeError(`A data key has ${KEY_BYTES} bytes`)
  lookForNewer(masterKeys)
  const { newest, keys } = masterKeys
  const head = Buffer.alloc(HEAD_BYTES)
  head[0] = FORMAT
  head.writeUInt32BE(newest, 1)
  randomBytes(NONCE_BYTES).copy(head, 5)
  const cipher = createCipheriv(CIPHER, keys.get(newest)!, head.subarray(5), { authTagLength: TAG_BYTES })
  cipher.setAAD(associatedData(blobId, newest))
  return Buffer.concat([head, cipher.update(dek), cipher.final(), cipher.getAuthTag()])
}

/** Throws WrongMasterKey when the key that wrapped it is not there or another, or the bytes were changed or are another blob's. */
export function unwrapDek(masterKeys: MasterKeys, blobId: string, wrapped: Buffer): Buffer {
  const keyId = wrappingKeyOf(wrapped)
  const key = lookUp(masterKeys, keyId)
  if (!key) throw new WrongMasterKey(`Master key ${keyId} (${masterKeyFile(keyId)}) is missing. Restore it from your backup.`)
  const decipher = createDecipheriv(CIPHER, key, wrapped.subarray(5, HEAD_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(associatedData(blobId, keyId))
  decipher.setAuthTag(wrapped.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(HEAD_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    throw new WrongMasterKey(
      `Master key ${keyId} (${masterKeyFile(keyId)}) does not fit the stored data. Restore the right one from your backup.`,
    )
  }
}

/** The number of the master key that it needs. */
export function wrappingKeyOf(wrapped: Buffer): number {
  if (wrapped.length !== WRAPPED_BYTES || wrapped[0] !== FORMAT) throw new WrongMasterKey('Not a wrapped data key')
  return wrapped.readUInt32BE(1)
}

/** A known text to store at the first start; after a key was added, store a new one. */
export const makeCanary = (keys: MasterKeys) => wrapDek(keys, CANARY.blobId, CANARY.text)

/** Throws WrongMasterKey unless the keys open what was stored with `makeCanary`. */
export function checkCanary(keys: MasterKeys, canary: Buffer) {
  if (!unwrapDek(keys, CANARY.blobId, canary).equals(CANARY.text)) throw new WrongMasterKey('The canary holds another text')
}

/** 32 random bytes from which signing secrets are derived; apart from the master keys, so that they can be replaced alone. */
export const loadAppSecret = async (keysDir: string): Promise<Buffer> =>
  (await readKey(keysDir, 'app.key')) ?? (await createKey(keysDir, 'app.key'))

/** One secret per purpose: what is signed for one is worth nothing for another. */
export const deriveSecret = (appSecret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', appSecret, Buffer.alloc(0), `sampan secret\0${purpose}`, 32))

/** In the folder of the keys. */
export const masterKeyFile = (id: number) => `master-${id}.key`

async function keyIds(keysDir: string): Promise<number[]> {
  const names = await readdir(keysDir).catch((error): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.flatMap((name) => /^master-([1-9]\d{0,8})\.key$/.exec(name)?.[1] ?? []).map(Number)
}

const associatedData = (blobId: string, keyId: number) => Buffer.from(`blob\0${blobId}\0${keyId}`)
