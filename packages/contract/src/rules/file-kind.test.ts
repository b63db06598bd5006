import { expect, test } from 'vitest'
import { fileKindOf, kindOfFiles } from './file-kind.ts'

test.each([
  ['photo.JPG', 'image'],
  ['a/b/film.mov', 'video'],
  ['发票.pdf', 'document'],
  ['backup.tar.gz', 'archive'],
  ['voice.webm', 'video'],
  ['song.flac', 'audio'],
  ['README', 'other'],
  ['.bashrc', 'other'],
  ['part.xyz', 'other'],
])('T4 %s is of the kind %s', (path, kind) => expect(fileKindOf(path)).toBe(kind))

test.each([
  [['a.png', 'b.jpg'], 'image'],
  [['a.png', 'b.pdf'], 'several'],
  [['empty/', 'a.pdf'], 'document'],
  [['empty/'], 'other'],
  [[], 'other'],
] as const)('T4 %j together are of the kind %s', (paths, kind) => expect(kindOfFiles(paths)).toBe(kind))
