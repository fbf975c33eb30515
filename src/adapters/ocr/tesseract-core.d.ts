/** The part of tesseract.js-core that is used; the package has no types of its own. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  interface TesseractApi {
    /** Returns -1 when the language cannot be read. */
    Init(path: null, language: string, engine: number): number;
    SetVariable(name: string, value: string): void;
    /** Reads the file `/input`, turned by `radians`; returns 1 when it is no picture. */
    SetImageFile(exifOrientation: number, radians: number): number;
    FindLines(): void;
    /** Slope of the text lines in radians; valid after `FindLines`. */
    GetGradient(): number;
    Recognize(monitor: null): number;
    GetJSONText(): string;
    Clear(): void;
    End(): void;
  }
  interface TesseractCore {
    readonly FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
    readonly TessBaseAPI: new () => TesseractApi;
  }
  interface TesseractCoreOptions {
    locateFile(name: string): string;
    TesseractProgress(percent: number): void;
    print?(line: string): void;
    printErr?(line: string): void;
  }
  const createCore: (options: TesseractCoreOptions) => Promise<TesseractCore>;

  export type { TesseractApi, TesseractCore };
  export { createCore as default };
}
