/** A rendition at rest: under a key of its own that is worked out from that of its file's blob, so that neither outlives the other. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { unwrapDek } from '../../adapters/keys/keys.ts'
import type { Services } from '../../services.ts'
import type { RenditionForm } from './queries-renditions.ts'

const CIPHER = 'aes-256-gcm'
const SALT_BYTES = 32
const TAG_BYTES = 16
/** Every key seals one text. */
const nonce = Buffer.alloc(12)

type Of = { fileId: string; form: RenditionForm; blobId: string; wrappedKey: Buffer }

function keyOf({ masterKeys }: Pick<Services, 'masterKeys'>, { fileId, form, blobId, wrappedKey }: Of, salt: Buffer): Buffer {
  const dek = unwrapDek(masterKeys, blobId, wrappedKey)
  return Buffer.from(hkdfSync('sha512', dek, salt, `sampan rendition\0${fileId}\0${form}`, 32))
}

export function sealRendition(deps: Pick<Services, 'masterKeys'>, of: Of, plain: Uint8Array): Buffer {
  const salt = randomBytes(SALT_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(deps, of, salt), nonce, { authTagLength: TAG_BYTES })
  return Buffer.concat([salt, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws where it is cut, changed or another file's. */
export function openRendition(deps: Pick<Services, 'masterKeys'>, of: Of, sealed: Buffer): Buffer {
  const key = keyOf(deps, of, sealed.subarray(0, SALT_BYTES))
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(SALT_BYTES, -TAG_BYTES)), decipher.final()])
}
