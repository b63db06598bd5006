import { expect, test } from 'vitest'
import { meantAddress } from './meant-address.ts'

test.each([
  ['zhao@gmial.com', 'zhao@gmail.com'],
  ['zhao@gmai.com', 'zhao@gmail.com'],
  ['zhao@gmaill.com', 'zhao@gmail.com'],
  ['zhao@hotnail.com', 'zhao@hotmail.com'],
  ['zhao@outlok.com', 'zhao@outlook.com'],
  ['zhao@gmial.con', 'zhao@gmail.com'],
  ['zhao@qq.con', 'zhao@qq.com'],
  ['zhao@163.cm', 'zhao@163.com'],
  ['li.wei+a@yaho.com', 'li.wei+a@yahoo.com'],
  ['zhao@gmail.com', null],
  ['zhao@mail.com', null],
  ['zhao@ymail.com', null],
  ['zhao@qg.com', null],
  ['zhao@164.com', null],
  ['zhao@yahoo.co.in', null],
  ['zhao@gmail.co', null],
  ['zhao@example.con', null],
  ['zhao@sina.cn', null],
  ['zhao', null],
  ['@gmial.com', null],
  ['', null],
])('Q6 %s may be meant as %s', (typed, meant) => expect(meantAddress(typed)).toBe(meant))
