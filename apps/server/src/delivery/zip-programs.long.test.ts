/** What other programs read of an archive of ours: each of them has to be installed. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesOf, contents, names, zip } from './test-zip.ts'

let [folder, file] = ['', '']
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sampan-zip-'))
  file = join(folder, 'a.zip')
  writeFileSync(file, await bytesOf(zip, 0, zip.length))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('R11 Python reads the names, the dates and every byte', () => {
  const script =
    'import sys,zipfile,json\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nprint(json.dumps([[i.filename,i.file_size,i.CRC,list(i.date_time),i.is_dir()] for i in z.infolist()]))'
  const listed = JSON.parse(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }))
  const date = [2026, 3, 4, 5, 6, 6]
  expect(listed).toEqual(names.map((name, i) => [name, contents[i]!.length, crc32(contents[i]!), date, name.endsWith('/')]))
})

const env = { ...process.env, LC_ALL: 'C.UTF-8' }

test('R11 unzip finds no fault and keeps all inside', () => {
  expect(execFileSync('unzip', ['-t', file], { encoding: 'utf8' })).toContain('No errors detected')
  execFileSync('unzip', ['-q', file, '-d', join(folder, 'out')], { env })
})

test('R11 7-Zip finds no fault, and gives names and bytes back inside its folder', () => {
  const out = join(folder, 'out-7z')
  expect(execFileSync('7z', ['x', '-bd', `-o${out}`, file], { env, encoding: 'utf8' })).toContain('Everything is Ok')
  const inside = readdirSync(out, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  expect(inside).toHaveLength(names.filter((name) => !name.endsWith('/')).length)
  for (const path of inside.map((each) => join(each.parentPath, each.name)))
    expect(readFileSync(path).equals(contents[names.indexOf(path.slice(out.length + 1))]!), path).toBe(true)
})

test('R11 bsdtar lists every entry', () => {
  expect(execFileSync('bsdtar', ['-tf', file], { encoding: 'utf8' }).trimEnd().split('\n')).toHaveLength(names.length)
})
