import { expect, test } from 'vitest'
import { newRegions, type Region, releaseRegion, takeRegion } from './regions.ts'
import { seeded } from './storage.samples.ts'

test('U6 what is given back is joined with its neighbours and with the end', () => {
  const regions = newRegions()
  const [a, b, c, d] = [10, 20, 30, 40].map((bytes) => takeRegion(regions, bytes)) as [Region, Region, Region, Region]
  releaseRegion(regions, b)
  releaseRegion(regions, a)
  expect(regions).toEqual({ end: 100, free: [{ from: 0, to: 30 }] })
  expect(takeRegion(regions, 25)).toEqual({ from: 0, to: 25 })
  expect(takeRegion(regions, 6)).toEqual({ from: 100, to: 106 })
  releaseRegion(regions, { from: 100, to: 106 })
  releaseRegion(regions, d)
  releaseRegion(regions, c)
  expect(regions).toEqual({ end: 25, free: [] })
})

test('R02 INV1 however regions are taken and given back, no two in use share a byte, and all given back leave nothing', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const [random, regions, used] = [seeded(seed), newRegions(), [] as Region[]]
    for (let step = 0; step < 60; step++) {
      if (used.length && random(2)) releaseRegion(regions, used.splice(random(used.length), 1)[0]!)
      else used.push(takeRegion(regions, 1 + random(50)))
      const all = [...used, ...regions.free].sort((x, y) => x.from - y.from)
      expect(
        all.every(({ from }, index) => from === (all[index - 1]?.to ?? 0)),
        `seed ${seed}`,
      ).toBe(true)
      expect(all.at(-1)?.to ?? 0, `seed ${seed}`).toBe(regions.end)
    }
    for (const each of used) releaseRegion(regions, each)
    expect(regions).toEqual(newRegions())
  }
})
