// @vitest-environment node
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { preprocessCSS, resolveConfig } from 'vite'
import { expect, test } from 'vitest'
import { above, upTo, writtenOut } from './breakpoints.ts'

test('a style sheet and a script name the same width, and a name that is none is refused', () => {
  expect(writtenOut('(--up-to-phone) and (hover: none)')).toBe(`${upTo('phone')} and (hover: none)`)
  expect(writtenOut('(--above-tablet)')).toBe(above('tablet'))
  expect([upTo('phone'), above('phone')]).toEqual(['(max-width: 699px)', '(min-width: 700px)'])
  expect(() => writtenOut('(--up-to-phon)')).toThrow('--up-to-phon')
})

test('I3 the widths are written out also in what a style sheet composes from another', async () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const file = path.join(root, 'src/features/team/team.module.css')
  const config = await resolveConfig({ root, configFile: path.join(root, 'vite.config.ts') }, 'build')
  const { code } = await preprocessCSS(await readFile(file, 'utf8'), file, config)
  expect(code).toContain(upTo('narrow'))
  expect(code).not.toMatch(/@media[^{]*--/)
})
