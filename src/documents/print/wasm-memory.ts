/**
 * Limits the memory of a WebAssembly program. Node's limits of a thread do not count it, and the program itself may ask for 4 GB. Beyond the
 * limit, the program gets no more memory and fails.
 */

/** https://webassembly.github.io/spec/core/binary/modules.html: after eight bytes come sections, each an id, a size and that many bytes. */
const headerBytes = 8;
const memorySection = 5;
const withMaximum = 1;
const pagesInMebibyte = 16;

/** @param program without a limit of its own. @throws Error if it has no memory, or more than one, or has a limit */
export function withMemoryLimit(program: Buffer, mebibytes: number): Buffer {
  for (let at = headerBytes; at < program.length;) {
    const size = readNumber(program, at + 1);
    const end = size.end + size.value;
    if (program[at] === memorySection) {
      const [count, limits] = [program[size.end], program[size.end + 1]];
      if (count !== 1 || limits !== 0)
        throw new Error('The WebAssembly program has other memory than expected');
      const least = program.subarray(size.end + 2, end);
      const section = [count, withMaximum, ...least, ...written(mebibytes * pagesInMebibyte)];
      const changed = Buffer.from([memorySection, ...written(section.length), ...section]);
      return Buffer.concat([program.subarray(0, at), changed, program.subarray(end)]);
    }
    at = end;
  }
  throw new Error('The WebAssembly program has no memory');
}

/** An unsigned LEB128 number: seven bits in each byte, the lowest first; the last byte has no eighth bit. */
function readNumber(bytes: Buffer, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = start, factor = 1; ; at += 1, factor *= 128) {
    const byte = bytes.readUInt8(at);
    value += (byte % 128) * factor;
    if (byte < 128) return { value, end: at + 1 };
  }
}

function written(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...written(Math.floor(value / 128))];
}
