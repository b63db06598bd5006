/** Who one is to others and to us, a copy of one's data, and the account's end (A5). */
import type { User } from '@sampan/contract/routes/accounts'
import { DataCopy } from './data-copy.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { Mails } from './mails.tsx'
import classes from './profile.module.css'
import { You } from './you.tsx'

export const Profile = ({ user }: { user: User }) => (
  <div className={classes.page}>
    <You user={user} />
    <Mails user={user} />
    <DataCopy />
    <DeleteAccount user={user} />
  </div>
)
