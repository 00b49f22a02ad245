"""Has this content been seen before?"""
