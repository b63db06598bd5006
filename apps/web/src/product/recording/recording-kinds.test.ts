import { isStorablePath } from '@sampan/contract/rules/file-path'
import { expect, test } from 'vitest'
import { endingOf, faultOf, memoTime, recordingType, tidyStem, videoStem } from './recording-kinds.ts'

const chromium = (type: string) => !/avc1|mp4a/.test(type)
const safari = (type: string) => type.includes('mp4')

test.each([
  ['voice', chromium, 'audio/webm;codecs=opus', 'webm'],
  ['voice', safari, 'audio/mp4;codecs=mp4a.40.2', 'm4a'],
  ['video', chromium, 'video/webm;codecs=vp8,opus', 'webm'],
  ['video', safari, 'video/mp4;codecs=avc1.42E01E,mp4a.40.2', 'mp4'],
  ['video', () => false, '', 'webm'],
] as const)('Q9 Q10 %s is recorded as the browser can, and called what it is', (kind, isSupported, type, ending) => {
  expect(recordingType(kind, isSupported)).toBe(type)
  expect(endingOf(kind, type)).toBe(ending)
})

test('Q9 Q10 names say what it is and when', () => {
  expect(videoStem(1700)).toBe('RecordedVideo-1700')
  const at = new Date(2026, 10, 26, 9, 5)
  expect([memoTime(at, 'en'), memoTime(at, 'zh')]).toEqual(['Nov 26 09.05', '11月26日 09.05'])
  expect(isStorablePath(`Voice memo ${memoTime(at, 'en')} (2).webm`)).toBe(true)
})

test.each([
  ['Hello 你好', 'Hello 你好'],
  ['  a/b\\c:"d"\u0007 ', 'a b c d'],
  ['../..', '.. ..'],
  ['   ', ''],
])('Q10 a name of one’s own, %j, becomes %j', (typed, stem) => {
  expect(tidyStem(typed)).toBe(stem)
})

test.each(['长'.repeat(120), '🎥'.repeat(100), 'x'.repeat(300), '\ud83c'])('Q10 %s is a name that can be stored', (typed) => {
  expect(isStorablePath(`${tidyStem(typed)} (12).webm`)).toBe(true)
})

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'missing'],
  ['NotReadableError', 'busy'],
  ['TypeError', 'unable'],
])('Q9 Q10 %s is said as %s', (name, fault) => {
  expect(faultOf({ name })).toBe(fault)
})
