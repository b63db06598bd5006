import { expect, test } from 'vitest'
import { mayPreview, previewKindOf, previewTypeOf } from './preview-kind.ts'

test.each([
  ['照片.JPG', 'image', 'image/jpeg'],
  ['a/b/phone.heic', 'picture', 'application/octet-stream'],
  ['song.mp3', 'audio', 'audio/mpeg'],
  ['clip.MOV', 'video', 'video/mp4'],
  ['offer.pdf', 'pdf', 'application/pdf'],
  ['prices.csv', 'table', 'text/plain'],
  ['prices.xlsx', 'sheet', 'application/octet-stream'],
  ['all.zip', 'archive', 'application/octet-stream'],
  ['README.md', 'text', 'text/plain'],
  ['page.html', 'text', 'text/plain'],
  ['drawing.svg', 'text', 'text/plain'],
  ['feed.xml', 'text', 'text/plain'],
  ['code.js', 'text', 'text/plain'],
  ['mail.mht', null, 'application/octet-stream'],
  ['page.xhtml', null, 'application/octet-stream'],
  ['noending', null, 'application/octet-stream'],
])('D4 R34 %s is looked at as %s, sent as %s', (path, kind, type) => {
  expect([previewKindOf({ path, size: 10 }), previewTypeOf({ path, media: null })]).toEqual([kind, type])
})

test('D4 what was recorded is heard and seen, also where downloads are counted', () => {
  expect(previewKindOf({ path: 'VoiceMemo-1.webm', size: 10, media: 'voice' })).toBe('audio')
  expect(previewTypeOf({ path: 'VoiceMemo-1.webm', media: 'voice' })).toBe('audio/webm')
  expect(previewTypeOf({ path: 'RecordedVideo-1.webm', media: 'video' })).toBe('video/webm')
  expect([mayPreview(true, 'voice'), mayPreview(true, null), mayPreview(false, null)]).toEqual([true, false, true])
})

test.each([
  ['empty.png', 0],
  ['huge.png', 101 * 1024 * 1024],
  ['huge.xlsx', 21 * 1024 * 1024],
])('D4 %s of %i bytes is downloaded instead', (path, size) => {
  expect(previewKindOf({ path, size })).toBeNull()
})
