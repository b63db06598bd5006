import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writePsdBuffer } from 'ag-psd'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { heic64x48, opusWebm } from '../../../test/support/media-samples.ts'
import { bundleRenderProgram } from '../../../test/support/render-program.ts'
import { NotRendered, startRenderer, usualLimits } from './renderer.ts'

/** The same numbers for the same seed. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function mutated(bytes: Buffer, roll: (below: number) => number): Buffer {
  const copy = Buffer.from(bytes)
  // The head tells sizes and kinds: half of the changes are there.
  for (let left = 1 + roll(8); left > 0; left--) copy[roll(roll(2) ? Math.min(200, copy.length) : copy.length)] = roll(256)
  return roll(4) ? copy : copy.subarray(0, 1 + roll(copy.length))
}

test('R36 10,000 mutated images and recordings: each is rendered or refused, by few processes', {
  timeout: 1_200_000,
}, async () => {
  const picture = sharp({ create: { width: 200, height: 150, channels: 3, background: '#c8351f' } })
  const data = new Uint8ClampedArray(60 * 40 * 4).fill(90)
  const psd = writePsdBuffer({ width: 60, height: 40, imageData: { width: 60, height: 40, data } as ImageData })
  const seeds: [string, Buffer][] = [
    ['png', await picture.png().toBuffer()],
    ['jpg', await picture.jpeg().toBuffer()],
    ['webp', await picture.webp().toBuffer()],
    ['gif', await picture.gif().toBuffer()],
    ['tiff', await picture.tiff().toBuffer()],
    ['avif', await picture.avif().toBuffer()],
    ['heic', heic64x48],
    ['psd', psd],
    ['webm', opusWebm],
  ]
  const program = await bundleRenderProgram()
  const renderer = startRenderer({ program, limits: { ...usualLimits, renderMs: 10_000 } })
  const roll = dice(36)
  const ends = { rendered: 0, refused: 0 }
  try {
    for (let n = 0; n < 10_000; n++) {
      const [ending, bytes] = seeds[n % seeds.length]!
      const task = { bytes: mutated(bytes, roll), ending, as: ending === 'webm' ? ('voice' as const) : ('file' as const) }
      await renderer.render(task).then(
        () => ends.rendered++,
        (error) => {
          expect(error).toBeInstanceOf(NotRendered)
          ends.refused++
        },
      )
    }
  } finally {
    renderer.close()
    rmSync(fileURLToPath(program))
  }
  expect(ends.rendered + ends.refused).toBe(10_000)
  expect(Math.min(ends.rendered, ends.refused)).toBeGreaterThan(500)
})
