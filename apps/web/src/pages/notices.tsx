import { useParams } from 'react-router'
import { Notices } from '../features/notices/notices.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { Scene } from '../ui/scene.tsx'
import classes from './download.module.css'

export async function clientLoader() {
  await Promise.all([loadTexts('notices'), loadTexts('refusal')])
  return null
}

export default function NoticesPage() {
  const { token = '' } = useParams()
  return (
    <div className={classes.page}>
      <Scene />
      <Notices key={token} token={token} />
    </div>
  )
}
