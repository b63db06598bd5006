/** A zip as another program reads it. */
import { execFileSync } from 'node:child_process'

const script =
  'import sys,io,json,base64,zipfile\nz=zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))\nassert z.testzip() is None\nprint(json.dumps({n:base64.b64encode(z.read(n)).decode() for n in z.namelist()}))'

export function unzip(bytes: Buffer): Record<string, Buffer> {
  const told = execFileSync('python3', ['-c', script], { input: bytes, maxBuffer: 1 << 28 }).toString()
  const entries = Object.entries(JSON.parse(told) as Record<string, string>)
  return Object.fromEntries(entries.map(([name, text]) => [name, Buffer.from(text, 'base64')]))
}
