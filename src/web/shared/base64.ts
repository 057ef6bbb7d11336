/** A file, or bytes in the browser, as base64. The browser encodes it beside the page, which stays usable. */

/** Fails if the file was changed, moved or deleted after a person chose it. */
export function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.onload = () => {
      // `data:<type>;base64,<text>`
      const address = typeof reader.result === 'string' ? reader.result : '';
      resolve(address.slice(address.indexOf(',') + 1));
    };
    reader.readAsDataURL(file);
  });
}
