// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { pickedFiles, readEntries, readTransfer } from './picked-file.ts'

const fileEntry = (fullPath: string, text = 'x'): FileSystemEntry =>
  ({
    isFile: true,
    isDirectory: false,
    name: fullPath.split('/').at(-1),
    fullPath,
    file: (resolve: (file: File) => void) => resolve(new File([text], fullPath.split('/').at(-1)!)),
  }) as unknown as FileSystemEntry

/** Hands its children out in lots of two, as browsers do in lots of a hundred. */
const folderEntry = (fullPath: string, children: FileSystemEntry[]): FileSystemEntry =>
  ({
    isFile: false,
    isDirectory: true,
    name: fullPath.split('/').at(-1),
    fullPath,
    createReader: () => {
      let next = 0
      return {
        readEntries: (resolve: (lot: FileSystemEntry[]) => void) => {
          resolve(children.slice(next, next + 2))
          next += 2
        },
      }
    },
  }) as unknown as FileSystemEntry

const lockedEntry = (fullPath: string): FileSystemEntry =>
  ({
    ...fileEntry(fullPath),
    file: (_: unknown, reject: (error: Error) => void) => reject(new DOMException('gone', 'NotFoundError')),
  }) as unknown as FileSystemEntry

const paths = (files: { path: string }[]) => files.map((file) => file.path)

describe('reading a drop', () => {
  test('Q1 a dropped folder keeps its paths, whatever the lots it is handed out in', async () => {
    const children = [1, 2, 3, 4, 5].map((index) => fileEntry(`/Photos/${index}.jpg`))
    const { files } = await readEntries([folderEntry('/Photos', children), fileEntry('/alone.txt', 'four')])
    expect(paths(files)).toEqual(['Photos/1.jpg', 'Photos/2.jpg', 'Photos/3.jpg', 'Photos/4.jpg', 'Photos/5.jpg', 'alone.txt'])
    expect(files.at(-1)?.size).toBe(4)
  })

  test('Q1 an empty folder keeps its place as a path that ends in a slash', async () => {
    const { files } = await readEntries([folderEntry('/A', [folderEntry('/A/empty', []), fileEntry('/A/b.txt')])])
    expect(paths(files)).toEqual(['A/empty/', 'A/b.txt'])
    expect(files[0]?.size).toBe(0)
  })

  test('Q1 what cannot be read is named and the rest is taken', async () => {
    const { files, unreadable } = await readEntries([lockedEntry('/locked.doc'), fileEntry('/good.doc')])
    expect(paths(files)).toEqual(['good.doc'])
    expect(unreadable).toEqual(['locked.doc'])
  })

  test('Q1 a transfer without entries gives its plain files', async () => {
    const file = new File(['abc'], 'pasted.png')
    const transfer = { items: [{ kind: 'file', webkitGetAsEntry: () => null }], files: [file] } as unknown as DataTransfer
    expect(paths((await readTransfer(transfer)).files)).toEqual(['pasted.png'])
  })
})

test('Q1 files of a folder picker carry their relative path', () => {
  const file = Object.assign(new File(['x'], 'a.txt'))
  Object.defineProperty(file, 'webkitRelativePath', { value: 'Docs/deep/a.txt' })
  expect(paths(pickedFiles([file, new File(['y'], 'b.txt')]))).toEqual(['Docs/deep/a.txt', 'b.txt'])
})
