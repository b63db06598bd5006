// @vitest-environment node
import { expect, test } from 'vitest'
import { smallCountries } from './country-codes.ts'
import { world } from './world-shapes.ts'
import { worldSize } from './world-size.ts'

const codes = world.shapes.map(({ code }) => code).filter((code) => code !== null)

test('T2 T4 every country of the map has the letters that downloads are counted by', () => {
  expect(world.shapes.filter(({ code }) => code === null).map(({ key }) => key)).toEqual(['N. Cyprus', 'Somaliland'])
  expect(new Set(codes).size).toBe(codes.length)
  const names = new Intl.DisplayNames('en', { type: 'region' })
  for (const { key, code } of world.shapes) if (key.length === 4) expect(names.of(code ?? 'ZZ')).toBe(key)
  expect(codes).toEqual(expect.arrayContaining(['CN', 'TW', 'US', 'GB', 'DE', 'FR', 'NO', 'XK']))
})

test('T2 T4 a country without a shape has a dot, none has both, and all stand on the map', () => {
  expect(Object.keys(smallCountries).filter((code) => codes.includes(code))).toEqual([])
  expect(world.dots.map(({ code }) => code)).toEqual(expect.arrayContaining(['SG', 'HK', 'MO']))
  for (const { x, y } of world.dots) {
    expect(Math.min(x, worldSize.width - x)).toBeGreaterThan(7)
    expect(Math.min(y, worldSize.height - y)).toBeGreaterThan(7)
  }
  for (const { d } of world.shapes) expect(d).toMatch(/^M[\d.,LMZ-]+$/)
})
