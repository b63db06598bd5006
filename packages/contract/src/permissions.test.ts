import { expect, test } from 'vitest'
import { type Action, type Asker, can, type Owned, relationsAllowed } from './permissions.ts'

const row: Owned = { ownerId: 'team', authorId: 'ann', sharedWith: ['ben', 'dora'], recipientIds: ['reader'] }
const unsigned: Owned = { ownerId: 'address', authorId: null }
const everything: Action[] = ['read', 'change', 'delete', 'forward', 'share', 'open']

const cases: [who: string, asker: Asker, row: Owned, may: Action[]][] = [
  ['the admin of its owner', { userId: 'boss', ownerId: 'team' }, row, everything],
  ['the admin, of what a member does not share', { userId: 'boss', ownerId: 'team' }, { ...row, sharedWith: [] }, everything],
  ['an account, of its own', { userId: 'ann', ownerId: 'team' }, row, everything],
  ['its author, a member', { userId: 'ann', ownerId: 'team', isMember: true }, row, everything],
  ['a member whom it is shared with', { userId: 'ben', ownerId: 'team', isMember: true }, row, ['read', 'open']],
  ['another member', { userId: 'cleo', ownerId: 'team', isMember: true }, row, []],
  ['a named recipient', { recipientId: 'reader' }, row, ['open']],
  ['a recipient of another row', { recipientId: 'else' }, row, []],
  [
    'a recipient who is a member as well',
    { userId: 'cleo', ownerId: 'team', isMember: true, recipientId: 'reader' },
    row,
    ['open'],
  ],
  ['its author, who has left the team', { userId: 'ann', ownerId: 'ann-alone' }, row, []],
  ['whom it was shared with, who has left the team', { userId: 'dora', ownerId: 'dora-alone' }, row, []],
  ['its author in another team', { userId: 'ann', ownerId: 'others', isMember: true }, row, []],
  ['another account', { userId: 'eve', ownerId: 'eve-alone' }, row, []],
  ['a visitor', { userId: null, ownerId: null, recipientId: null }, row, []],
  ['nobody at all', {}, row, []],
  ['a visitor, of what came without an account', { userId: null, ownerId: null }, unsigned, []],
  ['whoever acts for an address, of what came from it', { ownerId: 'address' }, unsigned, everything],
  ['a member without a name, of what came without an account', { ownerId: 'address', isMember: true }, unsigned, []],
  [
    'an empty name of an empty row',
    { userId: '', ownerId: '', recipientId: '' },
    { ownerId: '', authorId: '', recipientIds: [''] },
    [],
  ],
]

test.each(cases)('R25 M2 %s may do what the table says, and nothing else', (_, asker, of, may) => {
  expect(everything.filter((action) => can(asker, action, of))).toEqual(may)
})

test('M2 being a member alone allows nothing, and whoever may change something may read it', () => {
  for (const action of everything) expect(relationsAllowed(action)).not.toContain('member')
  for (const action of everything.filter((each) => each !== 'open'))
    expect(relationsAllowed('read')).toEqual(expect.arrayContaining([...relationsAllowed(action)]))
})
