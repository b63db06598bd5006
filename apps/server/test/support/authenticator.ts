/** A software authenticator for passkeys: ES256, no attestation, and all that a test may want to be wrong. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Assertion, CreationOptions, Registration, RequestOptions } from '@sampan/contract/routes/passkeys'

type Options = {
  /** The page that asks. */
  origin: string
  /** What the key is scoped to; that of the question unless it says more. */
  host?: string
  isVerified?: boolean
  type?: string
}
type Key = { id: Buffer; handle: string; privateKey: KeyObject; publicKey: KeyObject }

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()
const int = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
/** As little of CBOR as a key and its wrapping take: small whole numbers, texts, bytes and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number): Buffer => {
    if (length < 24) return int((major << 5) | length, 1)
    return length < 256 ? Buffer.from([(major << 5) | 24, length]) : Buffer.concat([int((major << 5) | 25, 1), int(length, 2)])
  }
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([key, each]) => [cbor(key), cbor(each as number)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

export class Authenticator {
  /** What is signed next counts one more; null counts nothing, as many do. */
  counter: number | null = 0
  private readonly keys: Key[] = []

  private clientData(type: string, challenge: string, { origin }: Options): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  private authData(host: string, { isVerified = true }: Options, key = Buffer.alloc(0)): Buffer {
    if (this.counter !== null) this.counter += 1
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (key.length ? 0x40 : 0)
    return Buffer.concat([sha256(host), int(flags, 1), int(this.counter ?? 0, 4), key])
  }

  /** A new key, or one that it has under the name that it has. */
  create(asked: CreationOptions, options: Options, known?: number): Registration {
    const made = { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }), id: randomBytes(32), handle: asked.user.id }
    if (known === undefined) this.keys.push(made)
    const { id, publicKey } = known === undefined ? made : this.keys[known]!
    const { x, y } = publicKey.export({ format: 'jwk' })
    const point = [x, y].map((text) => Buffer.from(text!, 'base64url'))
    const cose = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point[0]],
        [-3, point[1]],
      ]),
    )
    const credential = Buffer.concat([Buffer.alloc(16), int(id.length, 2), id, cose])
    const authData = this.authData(options.host ?? asked.rp.id, options, credential)
    const object = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      ...this.named(id),
      response: {
        clientDataJSON: this.clientData(options.type ?? 'webauthn.create', asked.challenge, options).toString('base64url'),
        attestationObject: cbor(object).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** By the newest key, unless another one is named. */
  answer(asked: RequestOptions, options: Options, nth = this.keys.length - 1): Assertion {
    const key = this.keys[nth]!
    const authData = this.authData(options.host ?? asked.rpId, options)
    const clientData = this.clientData(options.type ?? 'webauthn.get', asked.challenge, options)
    return {
      ...this.named(key.id),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, sha256(clientData)]), key.privateKey).toString('base64url'),
        userHandle: key.handle,
      },
    }
  }

  /** With the same keys, and what it had counted so far. */
  copy(): Authenticator {
    const copy = new Authenticator()
    copy.counter = this.counter
    copy.keys.push(...this.keys)
    return copy
  }

  private named(id: Buffer) {
    const text = id.toString('base64url')
    return { id: text, rawId: text, type: 'public-key' as const }
  }
}
