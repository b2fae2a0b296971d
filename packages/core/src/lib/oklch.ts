/** Red, green and blue of an OKLCH color, linear, clipped to sRGB: 0 to 1. */
export function linearLight(lightness: number, chroma: number, hue: number): [number, number, number] {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  // https://bottosson.github.io/posts/oklab/
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const shown = (value: number) => Math.min(1, Math.max(0, value))
  return [
    shown(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    shown(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    shown(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** The accent of a hue as `#rrggbb`, for what knows neither OKLCH nor custom properties: mails, icons. */
export function accentOf(hue: number): { light: string; dark: string } {
  return { light: hexOf(0.53, 0.095, hue), dark: hexOf(0.72, 0.1, hue) }
}

function hexOf(lightness: number, chroma: number, hue: number): string {
  const digits = linearLight(lightness, chroma, hue).map((value) => {
    const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${digits.join('')}`
}
