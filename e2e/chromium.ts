/** The browser of the journeys: CHROMIUM_PATH, else the system's Chromium, else the one that came with npm (x64 Linux, no other source needed). */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

type Chromium = { executablePath: string; env?: Record<string, string>; args: string[] }

const unbrotli = promisify(brotliDecompress)
const args = ['--disable-dev-shm-usage', '--disable-gpu']
const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const cache = path.resolve(import.meta.dirname, 'node_modules/.cache/chromium')

/** Unpacked beside, then renamed: of two workers that start at once neither sees half a browser. */
async function unpack(): Promise<void> {
  if (existsSync(cache)) return
  const bin = path.resolve(path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../../bin')
  const draft = `${cache}.${process.pid}`
  await mkdir(draft, { recursive: true })
  await writeFile(`${draft}/chromium`, await unbrotli(await readFile(`${bin}/chromium.br`)), { mode: 0o755 })
  for (const name of ['al2023', 'swiftshader', 'fonts']) {
    const tar = await unbrotli(await readFile(`${bin}/${name}.tar.br`))
    execFileSync('tar', ['xf', '-', '-C', draft], { input: tar })
  }
  await rename(draft, cache).catch(() => rm(draft, { recursive: true, force: true }))
}

export async function findChromium(): Promise<Chromium> {
  const own = process.env.CHROMIUM_PATH ?? systemPaths.find((file) => existsSync(file))
  if (own) return { executablePath: own, args }
  await unpack()
  const env = { ...process.env, LD_LIBRARY_PATH: `${cache}/lib`, FONTCONFIG_PATH: `${cache}/fonts` } as Record<string, string>
  return { executablePath: `${cache}/chromium`, env, args }
}
