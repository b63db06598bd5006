import type { PublicFile } from '@sampan/contract/routes/downloads'
import { describe, expect, test } from 'vitest'
import { arePictures } from './pictures.ts'
import { buildTree, type FolderNode, firstOpen, openRows, searchFiles, type TreeNode } from './tree.ts'

const file = (path: string, size = 1): PublicFile => ({ fileId: path, path, size, lastModified: null })
const treeOf = (...paths: string[]) => buildTree(paths.map((path) => file(path)))
const shape = (nodes: readonly TreeNode[]): unknown[] =>
  nodes.map((node) => (node.kind === 'file' ? node.name : { [node.name]: shape(node.children) }))
const folder = (nodes: readonly TreeNode[], name: string) => nodes.find((node) => node.name === name) as FolderNode

describe('building', () => {
  test('D1 folders stand before files, both counted as people count', () => {
    expect(shape(treeOf('b.txt', 'a10.txt', 'a2.txt', 'z/one.txt', 'y/two.txt').root.children)).toEqual([
      { y: ['two.txt'] },
      { z: ['one.txt'] },
      'a2.txt',
      'a10.txt',
      'b.txt',
    ])
  })

  test('D1 sizes and counts of a folder hold all that is below it', () => {
    const { root } = buildTree([file('a/x', 3), file('a/b/y', 4), file('z', 5)])
    expect(root).toMatchObject({ fileCount: 3, totalBytes: 12 })
    expect(folder(root.children, 'a')).toMatchObject({ fileCount: 2, totalBytes: 7 })
  })

  test('D1 an empty folder is shown and is no file', () => {
    const { root, entries } = treeOf('a/empty/', 'a/x')
    expect(shape(root.children)).toEqual([{ a: [{ empty: [] }, 'x'] }])
    expect(root.fileCount).toBe(1)
    expect(entries.map(({ path }) => path)).toEqual(['a/empty/', 'a/x'])
  })

  test('D2 the entries of a folder stand together', () => {
    const { root, entries } = treeOf('b/2', 'a/1', 'b/c/3', 'a/', 'top')
    const { start, end } = folder(root.children, 'b')
    expect(entries.slice(start, end).map(({ path }) => path)).toEqual(['b/c/3', 'b/2'])
    expect([root.start, root.end]).toEqual([0, 5])
  })

  test('R32 names that mean something to the language are only names', () => {
    expect(shape(treeOf('__proto__/constructor', 'toString').root.children)).toEqual([
      Object.fromEntries([['__proto__', ['constructor']]]),
      'toString',
    ])
  })

  test('D1 a file and a folder of one name stay two', () => {
    expect(shape(treeOf('a', 'a/b').root.children)).toEqual([{ a: ['b'] }, 'a'])
  })

  test('D2 5,000 files over many folders lose none', () => {
    const { root, entries } = treeOf(...Array.from({ length: 5000 }, (_, i) => `d${i % 70}/e${i % 7}/f${i}`))
    expect(root.fileCount).toBe(5000)
    expect(new Set(entries.map(({ fileId }) => fileId)).size).toBe(5000)
  })
})

describe('what is in sight', () => {
  test('D1 only open folders show what is in them', () => {
    const { root } = treeOf('a/b/x', 'a/y', 'z')
    const names = (...open: string[]) => openRows(root, new Set(open)).map(({ name, depth }) => `${depth}${name}`)
    expect(names()).toEqual(['1a', '1z'])
    expect(names('a/')).toEqual(['1a', '2b', '2y', '1z'])
    expect(names('a/b/')).toEqual(['1a', '1z'])
    expect(names('a/', 'a/b/')).toEqual(['1a', '2b', '3x', '2y', '1z'])
  })

  test('D1 at first a lone folder is open, and everything when it is little', () => {
    expect([...firstOpen(treeOf('a/b/x', 'a/b/c/y', 'a/b/z'), 3)]).toEqual(['a/', 'a/b/'])
    expect([...firstOpen(treeOf('a/x', 'b/y'), 3)]).toEqual([])
    expect([...firstOpen(treeOf('a/x', 'b/y'), 4)]).toEqual(['a/', 'b/'])
  })
})

describe('search', () => {
  const found = (words: string) =>
    searchFiles(treeOf('Ordner/Über uns.pdf', '报价单.pdf', 'b/empty/'), words).map(({ name }) => name)

  test('D2 finds by any part of the path, whatever the case or the spelling', () => {
    expect(found('ORDNER')).toEqual(['Über uns.pdf'])
    expect(found('u\u0308ber')).toEqual(['Über uns.pdf'])
    expect(found(' 报价 ')).toEqual(['报价单.pdf'])
    expect(found('.*')).toEqual([])
  })

  test('D2 finds files, not empty folders', () => {
    expect(found('empty')).toEqual([])
  })
})

test.each([
  [true, ['a.jpg', 'b.HEIC', 'c.png', 'd.pdf', 'empty/']],
  [false, ['a.jpg', 'b.png']],
  [false, ['a.jpg', 'b.png', 'c.webp', 'd.pdf', 'e.txt', 'f.zip']],
])('D1 most files are pictures, so that they stand side by side: %s of %j', (are, paths) => {
  expect(arePictures(paths.map((path) => ({ fileId: path, path, size: 1, lastModified: null })))).toBe(are)
})
