/** 5,000 files in nested folders, in two alphabets. */
import type { TestFile } from '../apps/server/test/support/sender.ts'

export const treeFiles: TestFile[] = Array.from({ length: 5000 }, (_, i) => {
  const path = `档案/${2020 + (i % 5)}/month ${(i % 12) + 1}/${i % 2 ? '照片' : 'photo'} ${i}.jpg`
  return { path, bytes: Buffer.from(path) }
})
