import { useParams } from 'react-router'
import { Invitation } from '../features/team/invitation.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { Scene } from '../ui/scene.tsx'
import classes from './download.module.css'

export async function clientLoader() {
  await loadTexts('team')
  return null
}

export default function InvitePage() {
  const { token = '' } = useParams()
  return (
    <div className={classes.page}>
      <Scene />
      <Invitation key={token} token={token} />
    </div>
  )
}
