/** Whether a request is signed as AWS Signature Version 4 says, by our own reading of its text. */
import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

type Signed = { method: string; url: string; headers: IncomingHttpHeaders; day: string; region: string; secretKey: string }

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** The parts of a signature, where they stand: in a header, or in the address of somebody who has no key. */
export function signatureOf(url: string, { authorization = '', ...headers }: IncomingHttpHeaders) {
  const query = new URL(url, 'http://s3').searchParams
  const isPresigned = query.has('X-Amz-Signature')
  const credential = isPresigned ? query.get('X-Amz-Credential')! : (/Credential=([^,]+)/.exec(authorization)?.[1] ?? '')
  const [accessKey, day, scope] = credential.split('/')
  const stamp = isPresigned ? query.get('X-Amz-Date')! : String(headers['x-amz-date'])
  const madeAt = Date.parse(stamp.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'))
  const names = isPresigned ? query.get('X-Amz-SignedHeaders')! : (/SignedHeaders=([^,]+)/.exec(authorization)?.[1] ?? '')
  const signature = isPresigned ? query.get('X-Amz-Signature')! : (/Signature=([0-9a-f]+)/.exec(authorization)?.[1] ?? '')
  const validMs = isPresigned ? 1000 * Number(query.get('X-Amz-Expires')) : null
  return { accessKey, day, scope, stamp, madeAt, names, signature, validMs }
}

export function isSigned({ method, url, headers, day, region, secretKey }: Signed): boolean {
  const { names, signature, stamp, validMs } = signatureOf(url, headers)
  const { pathname, searchParams } = new URL(url, 'http://s3')
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
  const signed = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
  const canonical = [
    method,
    pathname,
    query.join('&'),
    signed.join(''),
    names,
    validMs === null ? headers['x-amz-content-sha256'] : 'UNSIGNED-PAYLOAD',
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const digest = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', stamp, scope, digest].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  return hmac(key, text).toString('hex') === signature
}
