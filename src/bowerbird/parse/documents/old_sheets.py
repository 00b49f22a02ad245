"""XLS: the cells of every sheet, one row per line, through xlrd."""

import io
from typing import Any

import xlrd

from bowerbird.parse.documents.content import Content, Source, broken, encrypted

_WHOLE = 1e15  # larger numbers are written as they are


def say_sheets(source: Source, content: Content) -> None:
    """The names of sheets are headings."""
    book = _opened(source.body)
    content.note("meta:sheets", book.nsheets)
    for number in range(min(book.nsheets, source.options.max_document_pages)):
        if content.is_full() or source.is_late():
            break
        sheet = _sheet(book, number)
        content.head(1, sheet.name)
        content.say(sheet.name)
        for row in range(sheet.nrows):
            if content.is_full() or source.is_late():
                break
            line = "\t".join(filter(None, [_value(cell, book) for cell in sheet.row(row)]))
            content.say(line)
            content.bare_links(line)
        for link in sheet.hyperlink_list:
            if isinstance(link.url_or_path, str):
                content.link(link.url_or_path, "hyperlink", link.desc or "")
        book.unload_sheet(number)


def _opened(body: bytes) -> Any:
    try:
        return xlrd.open_workbook(file_contents=body, on_demand=True, logfile=io.StringIO())
    except MemoryError:
        raise
    except Exception as error:  # on broken files the library fails in every way that Python knows
        raise _trouble(error) from error


def _sheet(book: Any, number: int) -> Any:
    try:
        return book.sheet_by_index(number)
    except MemoryError:
        raise
    except Exception as error:
        raise _trouble(error) from error


def _trouble(error: Exception) -> Exception:
    return encrypted() if "encrypted" in str(error).lower() else broken(error)


def _value(cell: Any, book: Any) -> str:
    match cell.ctype:
        case xlrd.XL_CELL_TEXT:
            return str(cell.value)
        case xlrd.XL_CELL_NUMBER:
            number = float(cell.value)
            whole = number.is_integer() and abs(number) < _WHOLE
            return str(int(number)) if whole else repr(number)
        case xlrd.XL_CELL_BOOLEAN:
            return "TRUE" if cell.value else "FALSE"
        case xlrd.XL_CELL_DATE:
            return _date(cell.value, book)
        case _:
            return ""


def _date(value: float, book: Any) -> str:
    try:
        moment = xlrd.xldate_as_datetime(value, book.datemode)
    except (xlrd.XLDateError, ValueError, OverflowError):
        return str(value)
    return str(moment.date() if moment.time().isoformat() == "00:00:00" else moment)
