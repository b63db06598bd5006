import { expect, test } from 'vitest'
import { drawApart, inThread } from './draw-apart.ts'
import { type Drawn, drawReceipt } from './draw-receipt.ts'

const receipt: Drawn['receipt'] = {
  slug: 'abcdefg',
  title: 'photo.jpg',
  sender: { name: null, company: null, email: 'sender@example.com' },
  sentAt: 0,
  expiresAt: 0,
  madeAt: 0,
  fileCount: 0,
  totalBytes: 0,
  version: 1,
  people: [],
  files: [],
  lines: [],
  lineCount: 0,
  isHashing: false,
}
const drawn: Drawn = { receipt, link: 'https://example.com/d/abcdefg', language: 'en', productName: 'Sampan', credit: '' }

const drawing = { program: new URL('./draw-receipt.js', import.meta.url), draw: drawReceipt }

test('T3 one account cannot fill the line in which receipts are drawn', async () => {
  const asked = [...Array.from({ length: 5 }, () => drawApart(drawing, drawn, 'greedy')), drawApart(drawing, drawn, 'other')]
  const answers = await Promise.allSettled(asked)
  expect(answers.map(({ status }) => status)).toEqual([...Array(3).fill('fulfilled'), 'rejected', 'rejected', 'fulfilled'])
  expect(answers[3]).toMatchObject({ reason: { code: 'unavailable' } })
  expect((await drawApart(drawing, drawn, 'greedy')).subarray(0, 5).toString()).toBe('%PDF-')
})

test('T3 a drawing that does not end is ended', async () => {
  const program = new URL('data:text/javascript,setInterval(() => {}, 1000)')
  await expect(inThread(program, drawn, 50)).rejects.toMatchObject({ code: 'unavailable' })
})
