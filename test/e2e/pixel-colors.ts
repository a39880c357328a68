import type { Locator, Page } from '@playwright/test';

/** Returns the colors in a screenshot, the most frequent first, as "r,g,b". */
async function colorsIn(page: Page, picture: Buffer): Promise<string[]> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!canvas) throw new Error('There is no canvas.');
    canvas.drawImage(bitmap, 0, 0);
    const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
    const counts = new Map<string, number>();
    for (let offset = 0; offset < data.length; offset += 4) {
      const color = `${data[offset]},${data[offset + 1]},${data[offset + 2]}`;
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
    return [...counts].sort((a, b) => b[1] - a[1]).map(([color]) => color);
  }, picture.toString('base64'));
}

/**
 * Returns the most frequent color in an element's screenshot: what the user sees, whatever its style says.
 */
export const mainColor = async (element: Locator): Promise<string> =>
  (await colorsIn(element.page(), await element.screenshot()))[0] ?? '';

/** Returns the colors in a screenshot of this part of the window. */
export const colorsAt = async (
  page: Page,
  clip: { x: number; y: number; width: number; height: number },
): Promise<string[]> => colorsIn(page, await page.screenshot({ clip }));
