/** Layered mountains and water behind public pages, never behind work. */
import classes from './scene.module.css'

export const Scene = () => (
  <svg className={classes.scene} viewBox="0 0 1440 420" preserveAspectRatio="none" aria-hidden="true">
    <path
      fill="var(--mist-1)"
      d="M0 210 C120 150 190 120 280 170 C340 200 380 120 470 90 C560 60 610 150 700 180 C800 214 860 120 960 110 C1060 100 1110 190 1200 180 C1300 168 1360 110 1440 130 V420 H0Z"
    />
    <path
      fill="var(--mist-2)"
      d="M0 270 C140 230 220 250 330 262 C470 278 520 214 640 226 C760 238 820 286 950 272 C1080 258 1160 216 1270 232 C1350 244 1400 262 1440 256 V420 H0Z"
    />
    <path
      fill="var(--mist-3)"
      opacity=".75"
      d="M0 330 C180 300 330 344 520 330 C720 314 860 346 1050 334 C1220 322 1340 340 1440 328 V420 H0Z"
    />
  </svg>
)
