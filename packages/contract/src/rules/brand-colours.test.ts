import { describe, expect, test } from 'vitest'
import { brandColours, colourOf, contrast, mendedOf, readableRatio } from './brand-colours.ts'

test('B1 the contrast of two colours is that of WCAG, whichever comes first', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#ffffff', '#ffffff')).toBe(1)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2)
})

test.each([
  ['a dark blue: white on it, and links lighter in the dark', '#1d4ed8', '#ffffff', ['dark link']],
  ['a yellow: black on it, and links darker by day', '#ffd400', '#000000', ['light button', 'light link']],
  ['white: a button has to be seen', '#ffffff', '#000000', ['light button', 'light link']],
  ['black: the same in the dark', '#000000', '#ffffff', ['dark button', 'dark link']],
] as const)('B1 what is mended of a colour is told: %s', (_, accent, onButton, told) => {
  expect(brandColours(accent, 'light').onButton).toBe(onButton)
  expect(mendedOf(accent).map(({ look, part }) => `${look} ${part}`)).toEqual(told)
})

test('B1 a colour that can be read everywhere stays as it was chosen', () => {
  expect(brandColours('#1d4ed8', 'light')).toMatchObject({ button: '#1d4ed8', link: '#1d4ed8' })
})

describe('B1 whatever is chosen can be read', () => {
  const levels = ['00', '33', '66', '80', '99', 'cc', 'ff']
  const all = levels.flatMap((red) => levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)))
  test.each(['light', 'dark'] as const)('in the %s', (look) => {
    const grounds = look === 'light' ? ['#ffffff', '#faf7f1'] : ['#15222c', '#0e1820']
    for (const accent of all) {
      const { button, deep, onButton, link } = brandColours(accent, look)
      expect(contrast(button, onButton), accent).toBeGreaterThanOrEqual(readableRatio)
      expect(contrast(deep, onButton), accent).toBeGreaterThanOrEqual(readableRatio)
      for (const ground of grounds) expect(contrast(link, ground), accent).toBeGreaterThanOrEqual(readableRatio)
    }
  })
})

test.each([
  ['#1D4ED8', '#1d4ed8'],
  [' 1d4ed8 ', '#1d4ed8'],
  ['#abc', '#aabbcc'],
  ['blue', null],
  ['#12345', null],
  ['', null],
] as const)('B1 a colour is typed as people have it: %s', (typed, colour) => {
  expect(colourOf(typed)).toBe(colour)
})
