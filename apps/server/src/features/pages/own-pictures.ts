/** The operator's own pictures in place of the product's, read once at the start (O2): by these names and no others. */
import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pictureOf } from '../../picture-kind.ts'
import type { BuiltFile } from './web-build.ts'

const maxBytes = 1_000_000
const logos = ['logo.svg', 'logo.png']
const names = [...logos, ...['favicon.svg', 'apple-touch-icon.png', 'icon-192.png', 'icon-512.png', 'icon-maskable-512.png']]
const types: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png' }

function read(dir: string, name: string): BuiltFile[] {
  const path = join(dir, name)
  if (!existsSync(path)) return []
  const body = readFileSync(path)
  const isPicture = extname(name) === '.svg' ? body.includes('<svg') : pictureOf(body)?.kind === 'png'
  if (!isPicture || body.length > maxBytes)
    throw new Error(`BRAND_DIR: ${name} must be ${extname(name) === '.svg' ? 'an SVG' : 'a PNG'} of at most 1 MB`)
  return [{ path: `/${name}`, type: types[extname(name)]!, body, hasHashInName: false }]
}

/** Throws where the folder is not there, or one of them is no picture of its kind. */
export function withOwnPictures(files: readonly BuiltFile[], dir: string | null): BuiltFile[] {
  if (dir && !existsSync(dir)) throw new Error(`BRAND_DIR: there is no folder ${dir}`)
  const own = dir ? names.flatMap((name) => read(dir, name)) : []
  const isReplaced = new Set(own.map(({ path }) => path))
  return [...files.filter(({ path }) => !isReplaced.has(path)), ...own]
}

/** Null where the boat stands for the product. */
export const logoAmong = (files: readonly BuiltFile[]): string | null =>
  logos.map((name) => `/${name}`).find((logo) => files.some(({ path }) => path === logo)) ?? null
