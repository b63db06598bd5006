import { describe, expect, test } from 'vitest'
import { blockedReason } from './blocked-files.ts'

describe('Q4 R28 insecure types, however the name is dressed', () => {
  test.each([
    'a.html',
    'a.htm',
    'setup.exe',
    'A.HTML',
    'a.HtM',
    'invoice.pdf.exe',
    'folder/sub/a.html',
    'a.exe.',
    'a.exe...',
    'a.exe ',
    'a.exe . .',
    'a.exe\u00a0',
    'a.exe\0.pdf',
    'a.pdf\0.exe',
    'a.exe:stream.txt',
    'a.txt:x.exe',
    'a.ｅｘｅ',
    'a．exe',
    'a.h\u200btml',
    'a\u202etxt.exe',
    'a.exe\u200f',
    'a.ex\u0000e',
    '.html',
    'C:\\files\\a.htm',
    'a.\u{1d41e}\u{1d431}\u{1d41e}',
    'a.exe::$DATA',
    'a.exe\u3164',
  ])('R28 %j', (path) => {
    expect(blockedReason(path)).toBe('insecureFileType')
  })
})

describe('Q4 R28 release markers in mp4 and mkv names', () => {
  test.each([
    'Film.1080p.mp4',
    'film.2160P.mkv',
    'Film WEBRip x264.mkv',
    'film.web-dl.mp4',
    'film [YTS.MX].mp4',
    'show.eztv.mkv',
    'Show.S01E02.mkv',
    'Show s06.mp4',
    'S03.mp4',
    'folder/Show.S04.E01.MKV',
    'Film.1080p.mp4.',
    'Film.１０８０ｐ.mp4',
    'show_S02.mp4',
  ])('Q4 %s', (path) => {
    expect(blockedReason(path)).toBe('releaseFile')
  })
})

test.each([
  'notes.txt',
  'html',
  'my.html.zip',
  'a.exec',
  'a.xhtml',
  'htm.pdf',
  'exe.d/readme.md',
  'a.html/readme.md',
  'holiday.mp4',
  'Film.1080p.avi',
  'Film.1080p.zip',
  'Show.S07E01.mkv',
  'Show.S00.mkv',
  'boss01.mp4',
  'S012.mp4',
  '1080p/holiday.mp4',
  '网页.pdf',
  'Re: offer.pdf',
  '',
])('Q4 %j may be sent', (path) => {
  expect(blockedReason(path)).toBeNull()
})
