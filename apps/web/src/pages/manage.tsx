import { useParams } from 'react-router'
import { Manage } from '../features/manage/manage.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { Scene } from '../ui/scene.tsx'
import classes from './download.module.css'

export async function clientLoader() {
  await loadTexts('manage')
  return null
}

export default function ManagePage() {
  const { slug = '', token = '' } = useParams()
  return (
    <div className={classes.page}>
      <Scene />
      <Manage key={`${slug}/${token}`} link={{ slug, token }} />
    </div>
  )
}
