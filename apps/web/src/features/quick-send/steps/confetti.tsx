/** Two seconds of paper in the wind, once; nothing for those who want no motion. */
import { timingsMs } from '@sampan/contract/limits'
import { useEffect, useRef } from 'react'
import classes from './confetti.module.css'

type Paper = { x: number; y: number; vx: number; vy: number; turn: number; spin: number; size: number; color: string }

const colorNames = ['--lacquer', '--jade', '--amber', '--mist-3']

function throwPapers(width: number): Paper[] {
  const styles = getComputedStyle(document.documentElement)
  return Array.from({ length: 90 }, (_, index) => ({
    x: width / 2 + (Math.random() - 0.5) * 80,
    y: 130,
    vx: (Math.random() - 0.5) * 9,
    vy: -4 - Math.random() * 8,
    turn: Math.random() * 6,
    spin: (Math.random() - 0.5) * 0.3,
    size: 5 + Math.random() * 5,
    color: styles.getPropertyValue(colorNames[index % colorNames.length]!),
  }))
}

function draw(context: CanvasRenderingContext2D, paper: Paper) {
  context.save()
  context.translate(paper.x, paper.y)
  context.rotate(paper.turn)
  context.fillStyle = paper.color
  context.fillRect(-paper.size / 2, -paper.size / 4, paper.size, (paper.size / 2) * Math.abs(Math.cos(paper.turn * 2)) + 1)
  context.restore()
}

function fall(paper: Paper) {
  paper.vy += 0.26
  paper.vx *= 0.985
  paper.x += paper.vx
  paper.y += paper.vy
  paper.turn += paper.spin
}

export function Confetti() {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    element.width = element.clientWidth
    element.height = element.clientHeight
    const papers = throwPapers(element.width)
    const startedAt = performance.now()
    let frame = requestAnimationFrame(function next(now) {
      const left = 1 - (now - startedAt) / timingsMs.confetti
      context.clearRect(0, 0, element.width, element.height)
      if (left <= 0) return
      context.globalAlpha = Math.min(1, left * 3)
      for (const paper of papers) {
        fall(paper)
        draw(context, paper)
      }
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div aria-hidden="true">
      <canvas ref={canvas} className={classes.canvas} />
    </div>
  )
}
